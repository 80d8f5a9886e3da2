/** Two small noises, made on the spot: dice, and a tone when something is asked of you. Off unless a player wants them. */

import { settings } from "./settings.svelte";

let audio: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!settings.values.sound || typeof AudioContext === "undefined") return null;
  audio ??= new AudioContext();
  // Browsers let a page make noise only after it was touched; until then this stays silent, which is right.
  if (audio.state === "suspended") void audio.resume();
  return audio;
}

function tone(context: AudioContext, frequency: number, at: number, length: number, loud: number): void {
  const wave = context.createOscillator();
  const gain = context.createGain();
  wave.frequency.value = frequency;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  wave.connect(gain).connect(context.destination);
  wave.start(at);
  wave.stop(at + length);
}

/** Dice on wood: a few very short bursts of noise. */
export function rattle(dice: number): void {
  const context = ready();
  if (!context) return;
  const length = Math.floor(context.sampleRate * 0.03);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  for (let n = 0; n < Math.min(dice, 5) + 1; n++) {
    const click = context.createBufferSource();
    const gain = context.createGain();
    click.buffer = buffer;
    gain.gain.value = 0.12;
    click.connect(gain).connect(context.destination);
    click.start(context.currentTime + n * 0.045 + Math.random() * 0.02);
  }
}

/** Two rising notes: it is your move. */
export function yourMove(): void {
  const context = ready();
  if (!context) return;
  tone(context, 440, context.currentTime, 0.18, 0.08);
  tone(context, 587, context.currentTime + 0.12, 0.25, 0.08);
}
