/**
 * Every key of the battle screen outside the table, in one place: what it does is said here, who does it says so with
 * `keys.on`. The overlay lists this together with the table's own keys, and a player may put other keys on these.
 */

export interface Binding {
  id: string;
  group: "Answer" | "Forecasts" | "Panels";
  what: string;
  keys: readonly string[];
}

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const CAPITALS = [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => `Shift+${letter}`); // for long lists

export const BINDINGS: readonly Binding[] = [
  {
    id: "option",
    group: "Answer",
    what: "choose (or tick) the option that has this key",
    keys: [...DIGITS, ...CAPITALS],
  },
  { id: "confirm", group: "Answer", what: "confirm, or choose the option in focus", keys: ["Enter"] },
  { id: "yes", group: "Answer", what: "yes", keys: ["y"] },
  { id: "no", group: "Answer", what: "no", keys: ["n"] },
  { id: "stay", group: "Answer", what: "asked to move: stay in place", keys: ["."] },
  { id: "single", group: "Answer", what: "asked to move: one figure, or the whole group", keys: ["g"] },
  { id: "reset", group: "Answer", what: "begin the move anew; else clear the selection", keys: ["Escape"] },
  { id: "undo", group: "Answer", what: "take the last answer back", keys: ["u", "Ctrl+z", "Backspace"] },
  { id: "hurry", group: "Answer", what: "skip: show at once what is still being shown", keys: ["Space", "h"] },
  { id: "again", group: "Answer", what: "show the last action again", keys: ["b"] },
  {
    id: "spots",
    group: "Forecasts",
    what: "colour where the selected unit could go: by its best shot, by the enemy's, by the difference, off",
    keys: ["e"],
  },
  { id: "question", group: "Panels", what: "go to the question", keys: ["q"] },
  { id: "log", group: "Panels", what: "log", keys: ["j"] },
  { id: "units", group: "Panels", what: "units of both sides", keys: ["o"] },
  { id: "card", group: "Panels", what: "card of the selected unit", keys: ["i"] },
  { id: "briefing", group: "Panels", what: "briefing: what the battle is about", keys: ["F2"] },
  { id: "text", group: "Panels", what: "text mode: the battle in words", keys: ["x"] },
  { id: "settings", group: "Panels", what: "settings", keys: [","] },
  { id: "keys", group: "Panels", what: "this list", keys: ["?"] },
];

/** What a key is called here: "u", "Shift+n", "Ctrl+z", "ArrowUp". Signs such as "?" need no Shift in their name. */
export function keyName(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
  const letter = /^[a-z]$/i.test(event.key);
  const named = event.key.length > 1;
  let name = letter ? event.key.toLowerCase() : event.key === " " ? "Space" : event.key;
  if (event.shiftKey && (letter || named)) name = `Shift+${name}`;
  if (event.altKey) name = `Alt+${name}`;
  if (event.ctrlKey || event.metaKey) name = `Ctrl+${name}`;
  return name;
}

/** How a key is written for people. */
export function keyWord(name: string): string {
  const words: Record<string, string> = {
    ArrowUp: "↑",
    ArrowDown: "↓",
    ArrowLeft: "←",
    ArrowRight: "→",
    Escape: "Esc",
  };
  return name
    .split("+")
    .map((part) => words[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join("+");
}

const TYPED = ["checkbox", "radio", "button", "submit", "range", "file"];

/** Whether a key pressed here is being typed into something, or is what a focused control does by itself. */
export function belongsTo(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("textarea, select, [contenteditable], dialog")) return true;
  const input = target.closest("input");
  if (input && !TYPED.includes(input.type)) return true;
  if (key === "Enter" || key === "Space") return target.closest("button, a, summary, input, [role=button]") !== null;
  return input !== null && key.startsWith("Arrow");
}

type Done = void | boolean;
/** What to do on a key. Returning false says that there was nothing to do, so that others may have it. */
export type Handler = (event: KeyboardEvent, key: string) => Done;

const KEPT = "sandtable.keys";

function readKept(): Record<string, string[]> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Record<string, string[]>;
  } catch {
    return {};
  }
}

export class Keys {
  /** Keys that a player has put on something himself, by binding. */
  custom: Record<string, string[]> = $state(readKept());
  private readonly handlers = new Map<string, Handler[]>();

  keysOf(id: string): readonly string[] {
    return this.custom[id] ?? BINDINGS.find((binding) => binding.id === id)?.keys ?? [];
  }

  /** The first key of a binding, for a label beside a button. */
  hint(id: string): string {
    return keyWord(this.keysOf(id)[0] ?? "");
  }

  /** The binding that has a key. */
  bound(name: string): string | null {
    return BINDINGS.find((binding) => this.keysOf(binding.id).includes(name))?.id ?? null;
  }

  /** Put a key on something, taking it from whatever had it. */
  rebind(id: string, name: string): void {
    const had = this.bound(name);
    if (had && had !== id) this.custom[had] = this.keysOf(had).filter((key) => key !== name);
    this.custom[id] = [name];
    this.keep();
  }

  restore(): void {
    this.custom = {};
    this.keep();
  }

  /** Answer for some bindings until the returned function is called. Whoever came last is asked first. */
  on(handlers: Partial<Record<string, Handler>>): () => void {
    for (const [id, handler] of Object.entries(handlers)) {
      if (handler) this.handlers.set(id, [handler, ...(this.handlers.get(id) ?? [])]);
    }
    return () => {
      for (const [id, handler] of Object.entries(handlers)) {
        this.handlers.set(
          id,
          (this.handlers.get(id) ?? []).filter((other) => other !== handler),
        );
      }
    };
  }

  /** For `<svelte:window onkeydown>`: does what the key is bound to, unless somebody else has taken it already. */
  readonly press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const name = keyName(event);
    if (belongsTo(event.target, name)) return;
    const id = this.bound(name);
    if (id === null) return;
    for (const handler of this.handlers.get(id) ?? []) {
      if (handler(event, name) === false) continue;
      event.preventDefault();
      return;
    }
  };

  private keep(): void {
    localStorage.setItem(KEPT, JSON.stringify(this.custom));
  }
}

export const keys = new Keys();
