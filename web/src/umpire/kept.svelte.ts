/** The list of units, kept in this browser for each rulebook and sent nowhere; every change can be taken back. */
import { readUnits, type Cast, type Unit } from "./units";

const MOST_UNDO = 30;

export class UnitList {
  units: Unit[] = $state.raw([]);
  cast: Cast = $state({}); // who takes part, by role; it holds from one question to the next
  private past: { said: string; units: Unit[] }[] = $state.raw([]);
  problem = $state("");

  constructor(readonly book: string) {
    this.units = readUnits(localStorage.getItem(this.key));
    // Another tab of the same browser may keep the same list.
    addEventListener("storage", this.heard);
  }

  close(): void {
    removeEventListener("storage", this.heard);
  }

  private readonly heard = (event: StorageEvent): void => {
    if (event.key === this.key) this.units = readUnits(event.newValue);
  };

  private get key(): string {
    return `sandtable.umpire.${this.book}`;
  }

  get(id: number | undefined): Unit | undefined {
    return this.units.find((unit) => unit.id === id);
  }

  /** What would be taken back next, in words. */
  get undoable(): string {
    return this.past.at(-1)?.said ?? "";
  }

  change(said: string, units: Unit[]): void {
    this.past = [...this.past, { said, units: this.units }].slice(-MOST_UNDO);
    this.keep(units);
  }

  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.past = this.past.slice(0, -1);
    this.keep(last.units);
  }

  private keep(units: Unit[]): void {
    this.units = units;
    for (const [role, id] of Object.entries(this.cast)) if (!this.get(id)) delete this.cast[role];
    try {
      localStorage.setItem(this.key, JSON.stringify(units));
      this.problem = "";
    } catch {
      this.problem = "This browser does not keep the list: it will be gone when the page is closed.";
    }
  }
}
