import type { LessonCard, NewBattle, Opened, RulesetView, ScenarioView } from "../wire";
import type { Changes } from "./switches";

export type Player = NonNullable<NewBattle["players"]>[number];
/** Who leads the other side; "watch": nobody sits here, and bots lead both. */
export type Opponent = Exclude<Player, "me"> | "watch";

export const OPPONENTS: { player: Opponent; title: string; about: string }[] = [
  { player: "rookie", title: "Rookie", about: "A bot that follows simple tactics. A fair first opponent." },
  { player: "random", title: "Random", about: "A bot that does anything legal. For trying things out." },
  { player: "screen", title: "Somebody beside me", about: "You share this screen and take turns." },
  { player: "link", title: "Somebody elsewhere", about: "You get a link to send them." },
  { player: "watch", title: "Nobody: watch two bots", about: "Both sides are led by rookies." },
];

/** What was chosen on the start screen. */
export interface Choice {
  side: 0 | 1;
  opponent: Opponent;
  ownDice: boolean;
  names: [string, string]; // by seat; empty: not given
  changes: Changes;
  seed: string; // that the dice come from; empty: from nobody knows where
  placed: boolean | null; // both sides are set up already; null: where the battle is a short one
}

export const FIRST_CHOICE: Choice = {
  side: 0,
  opponent: "rookie",
  ownDice: false,
  names: ["", ""],
  changes: {},
  seed: "",
  placed: null,
};

/** Two values by seat, given whose is whose. */
export function bySeat<T>(side: 0 | 1, mine: T, theirs: T): [T, T] {
  return side === 0 ? [mine, theirs] : [theirs, mine];
}

/** Whether the rules act for a seat, so that nobody is chosen for it. */
export function byRules({ plays_itself }: ScenarioView, seat: number): boolean {
  return plays_itself.includes(seat);
}

/** Who fights whom, with their points; whoever the rules play comes as the rules say. */
export function strengths(scenario: ScenarioView): string {
  const each = scenario.forces.map(({ name, points }, seat) => (byRules(scenario, seat) ? name : `${name} ${points}`));
  return `${each.join(" against ")}${byRules(scenario, 1) ? ", played by the rules" : " points"}`;
}

/** The seat that whoever begins takes: the one he chose, unless the rules play it. */
export function seatTaken(scenario: ScenarioView, wanted: 0 | 1): 0 | 1 {
  const other = wanted === 0 ? 1 : 0;
  return byRules(scenario, wanted) && !byRules(scenario, other) ? other : wanted;
}

/** What he has in fact, where a scenario leaves him no choice: a seat that the rules play is kept by a bot. */
export function settled(scenario: ScenarioView, choice: Choice): Choice {
  const side = seatTaken(scenario, choice.side);
  return { ...choice, side, opponent: byRules(scenario, side === 0 ? 1 : 0) ? "random" : choice.opponent };
}

/** The battle to ask for. Switches that the page begins with are named, so that the server need not know of the page. */
export function newBattle(
  ruleset: RulesetView,
  scenario: ScenarioView,
  chosen: Choice,
  contribution: string,
): NewBattle {
  const watched = chosen.opponent === "watch";
  const choice = settled(scenario, chosen);
  const players: [Player, Player] =
    watched || choice.opponent === "watch" ? ["rookie", "rookie"] : bySeat<Player>(choice.side, "me", choice.opponent);
  return {
    ruleset: ruleset.name,
    scenario: scenario.name,
    players,
    names: watched ? null : namesOf(scenario, choice),
    options: { ...ruleset.page_options, ...choice.changes },
    own_dice: choice.ownDice && !watched,
    contribution,
    ...(watched ? { watched: true } : {}),
    ...((choice.placed ?? scenario.short) ? { placed: true } : {}),
    ...(seedOf(choice.seed) === null ? {} : { seed: seedOf(choice.seed) }),
  };
}

/** The guided battle to ask for: who plays whom it knows itself. */
export function lessonBattle(ruleset: RulesetView, lesson: LessonCard, contribution: string): NewBattle {
  return { ruleset: ruleset.name, scenario: lesson.name, options: { ...ruleset.page_options }, contribution };
}

/** The number that was typed for the dice; null where none was, or none that will do. */
export function seedOf(typed: string): number | null {
  const number = Number(typed);
  return /^\d+$/.test(typed.trim()) && Number.isSafeInteger(number) ? number : null;
}

/** A number of this browser's own that is mixed into the dice: the server alone cannot choose how they fall. */
export function ownContribution(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The server wants both names or none; who gave none is called by his side, a bot by what it is.
function namesOf(scenario: ScenarioView, choice: Choice): [string, string] | null {
  const bot = choice.opponent === "rookie" || choice.opponent === "random";
  const given = choice.names.map((name, seat) => (bot && seat !== choice.side ? "" : name.trim().slice(0, 40)));
  if (!given.some(Boolean)) return null;
  const [first = "", second = ""] = given.map((name, seat) => {
    if (name) return name;
    return bot && seat !== choice.side ? choice.opponent : (scenario.forces[seat]?.name ?? `Player ${seat + 1}`);
  });
  return [first, second];
}

export interface Seated {
  keep: [seat: string, token: string][]; // seats played at this page
  invite: [seat: string, token: string][]; // seats for others, to be handed out and forgotten
}

/** Which of a new battle's tokens this browser keeps, and which go out as invitations. */
export function seated(opened: Opened, players: readonly Player[]): Seated {
  const seats = Object.entries(opened.tokens);
  return {
    keep: seats.filter(([seat]) => players[Number(seat)] !== "link"),
    invite: seats.filter(([seat]) => players[Number(seat)] === "link"),
  };
}
