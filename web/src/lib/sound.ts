/**
 * Small noises, made on the spot: shots by weapon, dice, boots and engines, and a tone when something is asked of you.
 * Quiet, off in one click, never before the page was touched, and never from a page that nobody looks at.
 */
import type { Act } from "../wire";
import { traceOf, type Stage } from "./acts";
import { settings } from "./settings.svelte";

const LOUD = 0.5; // of everything together

let audio: AudioContext | null = null;
let out: GainNode | null = null;
let hiss: AudioBuffer | null = null;
let touched = false;

if (typeof addEventListener !== "undefined") {
  const touch = (): void => {
    touched = true;
    removeEventListener("pointerdown", touch, true);
    removeEventListener("keydown", touch, true);
    setTimeout(prepare, 200); // what takes a while is done before the first shot
  };
  addEventListener("pointerdown", touch, true);
  addEventListener("keydown", touch, true);
}

function ready(): AudioContext | null {
  if (!settings.values.sound || !touched || typeof AudioContext === "undefined" || document.hidden) return null;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  if (!out) {
    out = audio.createGain();
    out.gain.value = LOUD;
    out.connect(audio.destination);
  }
  return audio;
}

function prepare(): void {
  const context = ready();
  if (context) noise(context);
}

function noise(context: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return hiss;
}

interface Burst {
  at?: number; // seconds from now
  length: number;
  loud: number;
  from: number; // the filter's frequency at the beginning and at the end
  to: number;
  kind?: BiquadFilterType;
  attack?: number;
}

/** Noise through a filter that closes: cracks, bangs, hisses. */
function burst(
  context: AudioContext,
  { at = 0, length, loud, from, to, kind = "lowpass", attack = 0.002 }: Burst,
): void {
  const start = context.currentTime + at;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  source.buffer = noise(context);
  filter.type = kind;
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.linearRampToValueAtTime(loud, start + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(filter).connect(gain).connect(out!);
  source.start(start, Math.random() * 0.5);
  source.stop(start + length + 0.02);
}

interface Tone {
  at?: number;
  from: number;
  to?: number;
  length: number;
  loud: number;
  shape?: OscillatorType;
}

function tone(context: AudioContext, { at = 0, from, to = from, length, loud, shape = "sine" }: Tone): void {
  const start = context.currentTime + at;
  const wave = context.createOscillator();
  const gain = context.createGain();
  wave.type = shape;
  wave.frequency.setValueAtTime(from, start);
  wave.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  wave.connect(gain).connect(out!);
  wave.start(start);
  wave.stop(start + length + 0.02);
}

type Noise = (context: AudioContext) => void;

const crack: Noise = (context) => burst(context, { length: 0.13, loud: 0.22, from: 6000, to: 500 });

const NOISES: Readonly<Record<string, Noise>> = {
  rifles: (context) => {
    for (const at of [0, 0.11, 0.19, 0.31]) burst(context, { at, length: 0.13, loud: 0.16, from: 5500, to: 450 });
  },
  bursts: (context) => {
    for (let shot = 0; shot < 6; shot++)
      burst(context, { at: shot * 0.062, length: 0.08, loud: 0.17, from: 3200, to: 300 });
  },
  shell: (context) => {
    burst(context, { length: 0.5, loud: 0.4, from: 2400, to: 70 });
    tone(context, { from: 110, to: 38, length: 0.35, loud: 0.3 });
  },
  rocket: (context) => {
    burst(context, { length: 0.35, loud: 0.16, from: 900, to: 4200, kind: "bandpass", attack: 0.05 });
  },
  arc: (context) => {
    tone(context, { from: 160, to: 60, length: 0.16, loud: 0.3 });
    burst(context, { length: 0.12, loud: 0.14, from: 900, to: 200 });
    tone(context, { at: 0.45, from: 1500, to: 520, length: 0.42, loud: 0.03 });
  },
  flame: (context) => burst(context, { length: 0.6, loud: 0.2, from: 500, to: 1500, kind: "bandpass", attack: 0.12 }),
  blast: (context) => {
    burst(context, { length: 0.9, loud: 0.42, from: 1500, to: 45 });
    tone(context, { from: 75, to: 28, length: 0.6, loud: 0.35 });
  },
  blows: (context) => {
    for (const at of [0, 0.13, 0.22]) burst(context, { at, length: 0.09, loud: 0.2, from: 900, to: 160 });
  },
  steps: (context) => {
    for (let step = 0; step < 4; step++)
      burst(context, { at: step * 0.13, length: 0.06, loud: 0.05, from: 700, to: 220 });
  },
  engine: (context) => {
    tone(context, { from: 52, to: 66, length: 0.55, loud: 0.07, shape: "sawtooth" });
    burst(context, { length: 0.55, loud: 0.04, from: 300, to: 220, attack: 0.1 });
  },
  thud: (context) => burst(context, { length: 0.16, loud: 0.2, from: 700, to: 90 }),
};
const FLIGHTS: Readonly<Record<string, string>> = {
  shell: "shell",
  rocket: "rocket",
  arc: "arc",
  grenade: "thud",
  flame: "flame",
  blast: "blast",
  bomb: "blast",
  blows: "blows",
};

/** Which noise a moment makes; null for one that is silent. */
export function noiseOf(stage: Pick<Stage, "phase" | "beat">, act: Act): string | null {
  switch (stage.phase) {
    case "flight": {
      const trace = traceOf(act);
      if (trace === "bullets") return /machine|mg|bren|bar\b|auto/i.test(act.weapon ?? "") ? "bursts" : "rifles";
      return FLIGHTS[trace] ?? null;
    }
    case "move":
      return stage.beat?.figures?.some((figure) => figure.length > 0) ? "engine" : "steps";
    case "wreck":
      return "blast";
    case "impact":
      return "thud";
    default:
      return null;
  }
}

/** Let a moment of a scene be heard. */
export function hear(stage: Stage, act: Act): void {
  const dice = stage.phase === "dice" ? stage.beat?.line?.dice?.faces.length : 0;
  if (dice) rattle(dice);
  const found = NOISES[noiseOf(stage, act) ?? ""];
  if (!found) return;
  const context = ready();
  if (context) found(context);
}

/** Dice on wood: a few very short bursts of noise. */
export function rattle(dice: number): void {
  const context = ready();
  if (!context) return;
  for (let n = 0; n < Math.min(dice, 6) + 1; n++)
    burst(context, { at: n * 0.06 + Math.random() * 0.02, length: 0.03, loud: 0.2, from: 5000, to: 1800 });
}

/** Two rising notes: it is your move. */
export function yourMove(): void {
  const context = ready();
  if (!context) return;
  tone(context, { from: 440, length: 0.18, loud: 0.13 });
  tone(context, { at: 0.12, from: 587, length: 0.25, loud: 0.13 });
}

/** One shot, to hear how loud it is. */
export function sample(): void {
  const context = ready();
  if (context) crack(context);
}
