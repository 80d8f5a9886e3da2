/**
 * Drawings for answers that are verbs, on a field of 28 by 28 around the middle. What an order is called is the rulebook's
 * word; one that is not known gets a plain dot.
 */
const DRAWINGS = {
  fire: "M0 -8V-3M0 3V8M-8 0H-3M3 0H8M-5.5 -5.5L-2.4 -2.4M2.4 2.4L5.5 5.5M-5.5 5.5L-2.4 2.4M2.4 -2.4L5.5 -5.5",
  advance: "M-6 -1L0 -7L6 -1M-6 6L0 0L6 6",
  run: "M-6 -3L0 -9L6 -3M-6 3L0 -3L6 3M-6 9L0 3L6 9",
  eye: "M-9 0Q0 -9 9 0Q0 9 -9 0ZM-2.6 0A2.6 2.6 0 1 0 2.6 0A2.6 2.6 0 1 0 -2.6 0Z",
  flag: "M-5 9V-8M-5 -7H7L3.5 -3L7 1H-5",
  down: "M0 -8V4M-5 -1L0 4L5 -1M-7 8H7",
  assault: "M-7 -7L6 6M7 -7L-6 6M-8 4L-4 8M8 4L4 8",
  hide: "M-9 0Q0 -9 9 0Q0 9 -9 0ZM-8 8L8 -8",
  stop: "M-6 0H6",
  yes: "M-7 0L-2 5.5L7 -6",
  no: "M-6 -6L6 6M6 -6L-6 6",
  north: "M0 8V-7M-5 -2L0 -7.5L5 -2",
  south: "M0 -8V7M-5 2L0 7.5L5 2",
  board: "M-8 3H8V-3H-2L-4 -6H-8ZM-5 6.5A1.8 1.8 0 1 0 -5 6.4M5 6.5A1.8 1.8 0 1 0 5 6.4",
  shell: "M-3 8V-2Q-3 -6 0 -9Q3 -6 3 -2V8ZM-3 4H3",
  grenade: "M-5 2A5 5 0 1 0 5 2A5 5 0 1 0 -5 2M0 -3V-7H5",
  smoke: "M-8 6A4 4 0 0 1 -7 -1A5 5 0 0 1 3 -3A4.5 4.5 0 0 1 7 6Z",
  fix: "M-7 7L2 -2M2 -2A5 5 0 0 1 8 -7L5 -4L7 -2L9 -5A5 5 0 0 1 2 1",
  wait: "M-6 -8H6M-6 8H6M-5 -8C-5 -2 5 2 5 8M5 -8C5 -2 -5 2 -5 8",
  who: "M0 -8A3.4 3.4 0 1 1 -0.1 -8M-7 8Q-7 1 0 1Q7 1 7 8",
  dot: "M-2.5 0A2.5 2.5 0 1 0 2.5 0A2.5 2.5 0 1 0 -2.5 0Z",
} as const;
export type Drawing = keyof typeof DRAWINGS;

const WORDS: [RegExp, Drawing][] = [
  [/hold fire|keep it|nobody|^no more|nothing|none|^done|pass\b|^no\b|no reaction|let it be/, "stop"],
  [/assault|charge|close combat|melee|ram\b|fight/, "assault"],
  [/grenade|frag|satchel|molotov|bomb/, "grenade"],
  [/smoke/, "smoke"],
  [/armour-piercing|high explosive|\bhe\b|\bap\b|shell|round|artillery|barrage|strike/, "shell"],
  [/fire|shoot|shot|volley|suppress|attack/, "fire"],
  [/run\b|rush|double|sprint|fast/, "run"],
  [/hide|sneak|conceal|hidden/, "hide"],
  [/ambush|overwatch|spot|look|observe|watch|hold\b|opportunity/, "eye"],
  [/rally|regroup|recover|reorganise|command|inspire|orders?\b/, "flag"],
  [/down|dirt|prone|ground|dig/, "down"],
  [/advance|move|march|crawl|walk|drive|go\b|forward|enter|leave|retire|withdraw/, "advance"],
  [/board|mount|embark|dismount|get out|get in/, "board"],
  [/repair|fix|unjam|extinguish/, "fix"],
  [/north/, "north"],
  [/south/, "south"],
  [/defend|stand by|wait|stay|rest\b|delay/, "wait"],
];

export function drawingOf(key: string, label: string): string {
  const said = `${label} ${key}`.toLowerCase();
  return DRAWINGS[WORDS.find(([words]) => words.test(said))?.[1] ?? "dot"];
}

export { DRAWINGS };
