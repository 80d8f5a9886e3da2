import type { Point } from "../lib/camera";
import type { Camera } from "../lib/camera.svelte";
import { keyName, keys } from "../lib/keys.svelte";
import { settings } from "../lib/settings.svelte";
import type { Around, Pointing } from "./pointing.svelte";

const PAN = 70; // pixels a press
const ZOOM = 1.25;
const STEPS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LETTERS: Record<string, Point> = { a: [-1, 0], d: [1, 0], w: [0, -1], s: [0, 1] };

export interface Hands extends Around {
  readonly camera: Camera;
  readonly pointing: Pointing;
  readonly host: HTMLElement | null;
  /** The crosshair that picks a point by keyboard. */
  crosshair: Point | null;
  /** Move the focus to the next unit; false past the last. */
  cycle(back: boolean): boolean;
}

/** Whether a key is meant for what has the focus rather than for the table. */
export function belongsElsewhere(event: KeyboardEvent, host: HTMLElement | null): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.isComposing) return true;
  if (document.querySelector("dialog[open]")) return true;
  if (Object.values(keys.custom).some((own) => own.includes(keyName(event)))) return true; // the player's own choice
  if (event.shiftKey && /^[a-z]$/i.test(event.key)) return true; // capital letters choose options of long lists
  const target = event.target instanceof Element ? event.target : null;
  if (!target || target === document.body) return false;
  if (host?.contains(target) && !target.closest("button")) return false;
  if (target.closest("textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button])"))
    return true;
  const pressed = event.key === "Enter" || event.key === " ";
  if (pressed && target.closest("button, a, summary, input, [role=button], [role=option]")) return true;
  if (event.key in STEPS) {
    const widget =
      "input, [role=slider], [role=radio], [role=radiogroup], [role=tab], [role=listbox], [role=option], [role=menu], [role=log]";
    return target.closest(widget) !== null;
  }
  return event.key === "Tab";
}

/** Do what a key says; true if it said anything. */
export function press(event: KeyboardEvent, hands: Hands): boolean {
  const { stage, planner, looking, weighing, camera, interactive } = hands;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const inside = hands.host?.contains(document.activeElement) ?? false;

  if (key === "Tab") return inside && hands.cycle(event.shiftKey);
  if (key === "Escape") return escape(hands);
  if ((key === "Enter" || key === " ") && inside) {
    const token = (document.activeElement as HTMLElement | null)?.closest<HTMLElement>("[data-token]");
    if (
      token &&
      !stage.pick &&
      stage.tool === "hand" &&
      !(key === "Enter" && planner?.legal && Number(token.dataset.token) === planner.unit)
    ) {
      hands.choose(Number(token.dataset.token));
      return true;
    }
  }
  const step = STEPS[event.key];
  if (interactive && (stage.pick || stage.tool === "tape")) {
    if (step) return aim(hands, step, event.shiftKey);
    if (key === "Enter" && hands.crosshair) return pickAtCrosshair(hands);
    if (key === "Backspace" && stage.tool === "tape") {
      looking?.shortenTape();
      return true;
    }
  } else if (interactive && planner?.active) {
    if (step) {
      const size = (event.shiftKey ? 100 : 1000) * (camera.flip ? -1 : 1);
      planner.nudge(step[0] * size, step[1] * size);
      if (planner.goal) {
        camera.reveal(planner.goal);
        weighing?.point(planner.goal); // the square that the move would end in
      }
      return true;
    }
    if (planning(key, hands)) return true;
  } else if (weighing?.on && step) {
    event.stopPropagation(); // the list of options would walk along
    const at = weighing.step(step[0] * (camera.flip ? -1 : 1), step[1] * (camera.flip ? -1 : 1));
    if (at) camera.reveal(at);
    return at !== null;
  }
  if (key === " ") {
    hands.pointing.space = true;
    return inside || (interactive && event.target === document.body);
  }
  if (event.altKey) return false;
  const pan = (interactive || inside ? step : undefined) ?? (planner?.active && interactive ? undefined : LETTERS[key]);
  if (pan) {
    camera.pan(-pan[0] * PAN, -pan[1] * PAN);
    return true;
  }
  return looks(key, hands);
}

function planning(key: string, { planner }: Hands): boolean {
  if (!planner) return false;
  switch (key) {
    case "[":
    case "]":
      planner.turn(key === "[" ? -1 : 1);
      return true;
    case "{":
    case "}":
      if (!planner.mayTurnTurret) return false;
      planner.turnTurret(key === "{" ? -1 : 1);
      return true;
    case "PageDown":
    case "PageUp":
      if (!planner.single) return false;
      planner.nextFigure(key === "PageDown" ? 1 : -1);
      return true;
    case "w":
      planner.addWaypoint();
      return true;
    case "v":
      planner.toggleReverse();
      return true;
    case "Backspace": // without a bend it takes an answer back, which is not the table's business
      if (!planner.via.length) return false;
      planner.removeWaypoint();
      return true;
    case "Enter":
      if (!planner.legal && !planner.busy) return false;
      planner.confirm();
      return true;
    default:
      return false;
  }
}

function looks(key: string, { camera, stage, looking, table, interactive }: Hands): boolean {
  switch (key) {
    case "+":
    case "=":
      camera.zoom(ZOOM);
      return true;
    case "-":
    case "−":
    case "_":
      camera.zoom(1 / ZOOM);
      return true;
    case "0":
    case "f":
      camera.fit();
      return true;
    case "c": {
      const at = stage.selected === null ? null : (table.units[stage.selected]?.anchor ?? null);
      if (at) camera.goTo(at);
      return at !== null;
    }
    case "r":
      settings.set("flip", !settings.values.flip);
      return true;
    case "l":
      looking?.toggleField();
      return looking !== null;
    case "t":
      if (interactive) looking?.toggleTape();
      return looking !== null;
    case "k":
      if (interactive) looking?.keepTape();
      return looking !== null;
    default:
      return false;
  }
}

function escape(hands: Hands): boolean {
  const { stage, planner, looking, weighing, pointing } = hands;
  hands.crosshair = null;
  if (weighing?.on) {
    weighing.stop();
    return true;
  }
  if (stage.tool === "tape") {
    pointing.loose = false;
    looking?.putTapeAway();
    return true;
  }
  if (stage.pick) return false; // whoever asked for the point takes the question back
  if (planner?.active && (planner.goal || stage.plan)) {
    pointing.grip = null;
    planner.reset();
    return true;
  }
  if (stage.selected !== null) {
    stage.selected = null;
    return true;
  }
  return false;
}

function aim(hands: Hands, [dx, dy]: Point, fine: boolean): boolean {
  const { camera, stage, table, looking, pointing } = hands;
  const size = (fine ? 100 : 1000) * (camera.flip ? -1 : 1);
  const from = hands.crosshair ?? stage.spot ?? [camera.now.x, camera.now.y];
  const inside = (value: number, most: number): number => Math.min(Math.max(Math.round(value), 0), most);
  const at: Point = hands.crosshair
    ? [inside(from[0] + dx * size, table.width), inside(from[1] + dy * size, table.depth)]
    : [inside(from[0], table.width), inside(from[1], table.depth)];
  hands.crosshair = at;
  camera.reveal(at);
  if (pointing.loose && stage.tool === "tape") looking?.pullTape(at, 0);
  return true;
}

function pickAtCrosshair(hands: Hands): boolean {
  const { crosshair, stage, looking, pointing } = hands;
  if (!crosshair) return false;
  if (stage.tool === "tape") {
    if (pointing.loose) looking?.pullTape(crosshair, 0);
    else looking?.extendTape(crosshair, 0);
    pointing.loose = !pointing.loose && stage.tape.length === 2;
    return true;
  }
  // What is picked already is confirmed: that is for the question.
  const [x, y] = stage.spot ?? [-Infinity, -Infinity];
  if (Math.hypot(crosshair[0] - x, crosshair[1] - y) < 10) return false;
  stage.pick?.([crosshair[0], crosshair[1]]);
  return true;
}
