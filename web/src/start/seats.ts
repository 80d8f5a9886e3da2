import type { NewBattle, Opened, RulesetView, ScenarioView } from "../wire";
import type { Changes } from "./switches";

export type Player = NonNullable<NewBattle["players"]>[number];
export type Opponent = Exclude<Player, "me">;

export const OPPONENTS: { player: Opponent; title: string; about: string }[] = [
  { player: "rookie", title: "Rookie", about: "A bot that follows simple tactics. A fair first opponent." },
  { player: "random", title: "Random", about: "A bot that does anything legal. For trying things out." },
  { player: "screen", title: "Somebody beside me", about: "You share this screen and take turns." },
  { player: "link", title: "Somebody elsewhere", about: "You get a link to send them." },
];

/** What was chosen on the start screen. */
export interface Choice {
  side: 0 | 1;
  opponent: Opponent;
  ownDice: boolean;
  names: [string, string]; // by seat; empty: not given
  changes: Changes;
}

export const FIRST_CHOICE: Choice = { side: 0, opponent: "rookie", ownDice: false, names: ["", ""], changes: {} };

/** Two values by seat, given whose is whose. */
export function bySeat<T>(side: 0 | 1, mine: T, theirs: T): [T, T] {
  return side === 0 ? [mine, theirs] : [theirs, mine];
}

/** The battle to ask for. Switches that the page begins with are named, so that the server need not know of the page. */
export function newBattle(
  ruleset: RulesetView,
  scenario: ScenarioView,
  choice: Choice,
  contribution: string,
): NewBattle {
  return {
    ruleset: ruleset.name,
    scenario: scenario.name,
    players: bySeat<Player>(choice.side, "me", choice.opponent),
    names: namesOf(scenario, choice),
    options: { ...ruleset.page_options, ...choice.changes },
    own_dice: choice.ownDice,
    contribution,
  };
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
