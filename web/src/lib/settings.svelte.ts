/** What a player has set, kept in this browser. */

export interface Settings {
  theme: "auto" | "light" | "dark";
  speed: "instant" | "quick" | "steady" | "slow";
  sound: boolean;
  everyLine: boolean; // the story is told line by line, as in the log
  motion: "auto" | "still"; // still: pictures of what happened, nothing moves
  textSize: number; // per cent
  textMode: boolean;
  flip: boolean;
  briefings: boolean; // a battle opens with its briefing
  forecasts: boolean; // what comes of an answer is said beside it
  advice: number; // how much the forecasts advise: 0 not at all, to 3
  labels: "all" | "selected";
  /** Questions answered without asking: "ruleset/kind" to the answer. */
  automatic: Record<string, unknown>;
}

const KEY = "sandtable.settings";
const DEFAULTS: Settings = {
  theme: "auto",
  speed: "steady",
  sound: true,
  everyLine: false,
  motion: "auto",
  textSize: 100,
  textMode: false,
  flip: false,
  briefings: true,
  forecasts: true,
  advice: 0,
  labels: "selected",
  automatic: {},
};

function read(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

class Kept {
  values: Settings = $state(read());

  set<K extends keyof Settings>(name: K, value: Settings[K]): void {
    this.values[name] = value;
    localStorage.setItem(KEY, JSON.stringify(this.values));
  }

  reset(): void {
    this.values = { ...DEFAULTS };
    localStorage.removeItem(KEY);
  }
}

export const settings = new Kept();

/** Whether pictures are to stand still: the player or his system wants it so. */
export function stillness(): boolean {
  return settings.values.motion === "still" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
