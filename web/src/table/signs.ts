import type { Marker } from "../wire";

/**
 * Markers that are drawn as a sign rather than with letters, for a box of 12 by 12 around its middle. What a sign means is
 * said in words wherever it is pointed at, and in the lists.
 */
export interface Sign {
  d: string; // drawn with the pen
  solid?: string; // filled
  tone: "bad" | "good" | "plain"; // trouble, an advantage, or neither
}

const flame =
  "M0 -6C4 -2 5 1 3.4 4C2.6 5.4 1.4 6 0 6C-1.4 6 -2.6 5.4 -3.4 4C-4.4 1.8 -3 0 -2 -1C-1.6 0.6 -0.8 1 -0.4 1C0.6 -1 0.4 -3.4 0 -6Z";
const cloud = "M-5 4A2.4 2.4 0 0 1 -4.4 -0.6A3.4 3.4 0 0 1 2 -2.4A3 3 0 0 1 5 1A2 2 0 0 1 4.6 4Z";
const lever = "M-0.4 -3V-5.4H3.4M3.4 -5.4L4.4 -3";
const egg = "M-3.8 1.4a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0 -7.6 0Z"; // of a hand grenade

export const SIGNS: Record<string, Sign> = {
  activated: { d: "M-4.5 0.5L-1.2 4L4.8 -4", tone: "plain" },
  engaged: { d: "M-5 -5L4 4M5 -5L-4 4M-5.4 1.6L-1.6 5.4M5.4 1.6L1.6 5.4", tone: "bad" },
  fleeing: { d: "M-5.5 0H4.5M1 -3.5L4.8 0L1 3.5M-5.5 -3.5H-2M-5.5 3.5H-2", tone: "bad" },
  disorganized: { d: "M-2.6 -3.4A2.7 2.7 0 1 1 0.8 -0.6C0 0 0 0.8 0 2M0 4.8V5", tone: "bad" },
  scattered: { d: "M-1 -1L-4.6 -4.6M1 -1L4.6 -4.6M-1 1L-4.6 4.6M1 1L4.6 4.6", tone: "bad" },
  suppressed: { d: "M-4 -5.5V-0.5M0 -5.5V1.5M4 -5.5V-0.5M-5.5 5H5.5", tone: "bad" },
  dread: { d: "M0 -5.5V1.6M0 4.8V5", tone: "bad" },
  hidden: { d: "M-5.5 0Q0 -5.5 5.5 0Q0 5.5 -5.5 0ZM-4.5 5L4.5 -5", tone: "good" },
  overwatch: { d: "M-5.5 0Q0 -5.5 5.5 0Q0 5.5 -5.5 0Z", solid: "M-1.7 0a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0 -3.4 0Z", tone: "good" },
  freed: { d: "M-2.4 -5.5V1.6M-2.4 4.8V5M2.4 -5.5V1.6M2.4 4.8V5", tone: "good" },
  smoke: { d: cloud, tone: "plain" },
  shaken: { d: "M-5.5 2L-3 -3L-0.6 3L1.8 -3L4 2L5.5 -1", tone: "bad" },
  immobilised: { d: "M-4.5 -4.5H4.5V4.5H-4.5ZM-2 -2L2 2M2 -2L-2 2", tone: "bad" },
  broken: { d: "M-5 5L-1 1M1 -1L5 -5M-3 -3L-1 -1.6M1.6 1L3 3", tone: "bad" },
  down: { d: "M-2 1.5H5.5M-2 4.6H5.5", solid: "M-6 2.6a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0Z", tone: "bad" },
  burning: { d: "", solid: flame, tone: "bad" },
  prone: { d: "M-1.6 3.4H5.5M-5.5 -3L0 -3M-3 -5.2L-5.6 -3L-3 -0.8", solid: "M-5.6 3.4a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0 -3.4 0Z", tone: "plain" },
  frenzied: { d: "M-4 -5Q-2.4 0 -4.4 5M0 -5.5Q1.8 0 -0.4 5.5M4 -5Q5.6 0 3.6 5", tone: "good" },
  jammed: { d: "M-5.5 -1H3V1.4H-5.5ZM2 -4.6L5.4 4.6M5.4 -4.6L2 4.6", tone: "bad" },
  frag: { d: lever, solid: egg, tone: "plain" },
  grounded: { d: "M-5.5 4.8H5.5M-3.6 2.4L0 -1.2L3.6 2.4M0 -5.4V-1.2", tone: "good" },
  "dug-in": { d: "M-5.5 -2.4H-2.6Q-2.6 4.2 0 4.2Q2.6 4.2 2.6 -2.4H5.5", solid: "M-1.7 -1.6a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0 -3.4 0Z", tone: "good" },
  ran: { d: "M-5 4L-1 0L-5 -4M0.6 4L4.6 0L0.6 -4", tone: "plain" },
  refreshed: { d: "M4.4 -2.2A4.9 4.9 0 1 0 4.9 1M4.9 -5.4V-1.8H1.4", tone: "good" },
  hold: { d: "M-4.4 -3.4V0.6Q-4.4 4 0 5.6Q4.4 4 4.4 0.6V-3.4Q2 -3.4 0 -5.2Q-2 -3.4 -4.4 -3.4ZM0 -2.4V2.6", tone: "good" },
  moved: { d: "M-5.2 0H4.4M1 -3.6L4.8 0L1 3.6", tone: "plain" },
  panicked: { d: "M-4.6 -5.2L-3.2 1.2M0 -5.6V1.2M4.6 -5.2L3.2 1.2M-4.2 4.8V5M0 4.8V5M4.2 4.8V5", tone: "bad" },
  panzerfaust: { d: "M-5.4 5.4L0.6 -0.6M-4.6 1.8L-1.8 4.6", solid: "M-0.6 -1.6L1.6 -5L5.4 -5.4L5 -1.6L1.6 0.6Z", tone: "plain" },
  "one-shot": { d: "M-5.4 5.4L0.6 -0.6M-4.6 1.8L-1.8 4.6", solid: "M-0.6 -1.6L1.6 -5L5.4 -5.4L5 -1.6L1.6 0.6Z", tone: "plain" },
  spotter: { d: "M-5.4 2.6a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0M0.6 2.6a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0M-0.6 2.2H0.6M-5 1.2L-3.2 -4.4M5 1.2L3.2 -4.4", tone: "plain" },
  "ranged-in": { d: "M-3.8 0a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0 -7.6 0M0 -6V-2M0 2V6M-6 0H-2M2 0H6", tone: "plain" },
  satchel: { d: "M0 -2.6C0 -5.4 2 -6 4.4 -5.2M-4.8 1.4H4.8", solid: "M-4.8 -2.6H4.8V0.6H-4.8ZM-4.8 2.2H4.8V5.4H-4.8Z", tone: "plain" },
  missions: { d: "M-4.6 -5.4L-0.6 -1.4M-5.2 -2.4L-3.4 -0.6M-1.6 -6L0.2 -4.2", solid: "M1.2 -1.6L2.6 1L5.6 0.4L3.8 2.8L5.4 5.4L2.4 4.4L0.2 6L0.2 3.2L-2.6 2.2L0 1Z", tone: "plain" },
  leaderless: { d: "M-5 5L5 -5", solid: "M0 -5.4L1.5 -1.7L5.4 -1.5L2.3 1L3.4 4.8L0 2.6L-3.4 4.8L-2.3 1L-5.4 -1.5L-1.5 -1.7Z", tone: "bad" },
  "smoke-grenades": { d: "M-4.4 -1H0.4V5.4H-4.4ZM-2 -1V-3M0.6 -3.4A1.8 1.8 0 0 1 3.4 -4.4A1.7 1.7 0 0 1 4.6 -1.4", tone: "plain" },
  actions: { d: "", solid: "M1.4 -6L-4 1H-0.4L-1.4 6L4 -1H0.4Z", tone: "plain" },
  saved: { d: "M-5.2 -5.2H5.2V5.2H-5.2Z", solid: "M0.8 -3.8L-2.6 0.6H-0.2L-0.8 3.8L2.6 -0.6H0.2Z", tone: "good" },
  retiring: { d: "M5.2 0H-4.4M-1 -3.6L-4.8 0L-1 3.6", tone: "bad" },
  spent: { d: "M-4 -5.4H4L-4 5.4H4Z", solid: "M-3.2 5.4L0 2L3.2 5.4Z", tone: "plain" },
  stunned: { d: "M0 0.2A1.2 1.2 0 0 1 2.2 0A2.4 2.4 0 0 1 -2.4 0.4A3.6 3.6 0 0 1 4.6 -0.4A4.9 4.9 0 0 1 -4.8 1.4", tone: "bad" },
  stuck: { d: "M-3.4 -1.8a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0M-5.6 4.6Q-3.7 2.8 -1.9 4.6T1.9 4.6T5.6 4.6", solid: "M-1 -1.8a1 1 0 1 0 2 0a1 1 0 1 0 -2 0Z", tone: "bad" },
  "down-weapon": { d: "M0 -5.8V-1.2M-2.4 -3.6L0 -1.2L2.4 -3.6M-4.8 5.4L0 1L4.8 5.4M0 1V5.4", tone: "plain" },
  grenade: { d: lever, solid: egg, tone: "plain" },
  "rifle-grenade": { d: "M-5.6 5.6L1.4 -1.4M-5.6 2.4L-2.4 5.6", solid: "M0.8 -3.2a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0Z", tone: "plain" },
  "at-grenade": { d: "M-5.4 5.4L0 0M2.4 -5.8L5.8 -2.4", solid: "M-1.8 -1.6L1.6 -5L5 -1.6L1.6 1.8Z", tone: "plain" },
  molotov: { d: "M-2.6 5.8V1.2Q-2.6 -0.4 -1 -1.2V-2.8H1V-1.2Q2.6 -0.4 2.6 1.2V5.8ZM-2.6 2.4H2.6", solid: "M0 -6.6Q2.4 -4.4 0 -3.2Q-2.4 -4.4 0 -6.6Z", tone: "plain" },
  he: { d: "M-3.4 3.4H3.4", solid: "M-2.6 5.8V-0.8Q-2.6 -4 0 -6Q2.6 -4 2.6 -0.8V5.8Z", tone: "plain" },
  wp: { d: "M0 -2V-5.8M0 2V5.8M-2 0H-5.8M2 0H5.8M-1.5 -1.5L-4.2 -4.2M1.5 -1.5L4.2 -4.2M-1.5 1.5L-4.2 4.2M1.5 1.5L4.2 4.2", tone: "plain" },
  bomb: { d: "M0 2.4V5M-3 5.8L-1 2.8M3 5.8L1 2.8", solid: "M0 -6Q3.4 -3.2 2.8 -0.2L1.1 2.6H-1.1L-2.8 -0.2Q-3.4 -3.2 0 -6Z", tone: "plain" },
  fuel: { d: "M0 -5.8C2.6 -2 4.2 -0.4 4.2 1.8A4.2 4.2 0 0 1 -4.2 1.8C-4.2 -0.4 -2.6 -2 0 -5.8ZM-1.8 2A1.9 1.9 0 0 0 0 3.8", tone: "plain" },
}; // prettier-ignore

/** The sign of a marker, if it has one. */
export function signOf(marker: Pick<Marker, "kind">): Sign | undefined {
  return SIGNS[marker.kind];
}

/** Whether a marker says that something is wrong with its unit. */
export function troubles(marker: Pick<Marker, "kind">): boolean {
  return SIGNS[marker.kind]?.tone === "bad";
}

const STAR = "M0 -5.4L1.4 -1.6L5.4 -2.3L2.4 .5L4.6 4.6L.4 2.4L-3.7 4.9L-2.2 .9L-5.4 -1.4L-1.3 -1.6Z";

/** The signs of orders, for a die of 13 by 13 around its middle: a shot, one or two steps ahead, an eye ... */
export const ORDER_SIGNS: Record<string, { d: string; solid?: string }> = {
  fire: { d: "", solid: STAR },
  advance: { d: "M-3.6 2.2L0 -1.8L3.6 2.2" },
  run: { d: "M-3.6 -.2L0 -4L3.6 -.2M-3.6 4L0 .2L3.6 4" },
  ambush: { d: "M-4.8 0Q0 -5 4.8 0Q0 5 -4.8 0Z", solid: "M-1.6 0a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0 -3.2 0Z" },
  rally: { d: "M-2.8 5V-4.4", solid: "M-2.8 -4.8L4.4 -3.4L1.8 -1.4L4.4 .6L-2.8 .4Z" },
  down: { d: "M0 -4.6V2.2M-3 -.6L0 2.4L3 -.6M-4 4.6H4" },
  attack: { d: "M0 4.6V-4.2M-3.4 -1L0 -4.6L3.4 -1M-3.4 4.6H3.4" },
  halt: { d: "M-3 -3H3V3H-3Z" },
  "halt in cover": { d: "M-2.2 -1.2H2.2V3.4H-2.2ZM-4.4 -4H4.4" },
  "carry on": { d: "M-4.2 0H3.6M.8 -2.8L3.8 0L.8 2.8" },
  retreat: { d: "M-3.6 -2.2L0 1.8L3.6 -2.2" },
  rout: { d: "M-3.6 -4L0 -.2L3.6 -4M-3.6 .2L0 4L3.6 .2" },
  manoeuvre: { d: "M-3.6 4Q-3.6 -2.2 3 -2.2M.6 -4.6L3.2 -2.2L.6 .2" },
  "bale out": { d: "M-4 4.4H4M0 1.6V-4.2M-2.8 -1.4L0 -4.4L2.8 -1.4" },
}; // prettier-ignore

/** What is drawn on an order die; undefined for an order that has no sign. */
export function orderSign(label: string): { d: string; solid?: string } | undefined {
  return ORDER_SIGNS[label.trim().toLowerCase()];
}
