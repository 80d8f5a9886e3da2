/** What a player has set, kept in this browser. */

export interface Settings {
  theme: "auto" | "light" | "dark";
  speed: "instant" | "quick" | "steady" | "slow";
  sound: boolean;
  textSize: number; // per cent
  textMode: boolean;
  flip: boolean;
  forecasts: boolean; // what comes of an answer is said beside it
  labels: "all" | "selected";
  /** Questions answered without asking: "ruleset/kind" to the answer. */
  automatic: Record<string, unknown>;
}

const KEY = "sandtable.settings";
const DEFAULTS: Settings = {
  theme: "auto",
  speed: "quick",
  sound: false,
  textSize: 100,
  textMode: false,
  flip: false,
  forecasts: true,
  labels: "all",
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

/** How long a beat stays before the next, in milliseconds. */
export function beatTime(speed: Settings["speed"], dice: boolean): number {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches && speed !== "slow") return 0;
  const base = { instant: 0, quick: 180, steady: 500, slow: 1200 }[speed];
  return dice ? Math.round(base * 2.2) : base;
}
