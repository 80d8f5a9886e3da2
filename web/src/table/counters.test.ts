import { describe, expect, it } from "vitest";
import { applyBeat, copyTable } from "../lib/fold";
import { cardOf, seatName, sideName } from "../panels/words";
import type { Counter, SeatView, TableView, UnitCard, UnitView } from "../wire";
import { counterName, lying, meantBy, signOf } from "./counters";
import { describe as inWords, tabOrder, whose } from "./units";

const counter = (kind: string, label = "", at: [number, number] = [0, 0], side = 1): Counter => ({
  at,
  kind,
  label,
  side,
});
const unit = (number: number, side: number, seat: number): UnitView =>
  ({
    number,
    side,
    seat,
    name: `unit ${number}`,
    anchor: null,
    figures: [],
    shown: { symbol: "infantry", markers: [], strength: 1, full_strength: 1, standing: "" },
  }) as unknown as UnitView;
const player = (seat: number, side: string, kind: SeatView["kind"] = "person"): SeatView => ({
  seat,
  side,
  nation: "",
  player: "Anna",
  kind,
  online: true,
});

describe("counters", () => {
  it("have a sign each; of an unknown kind the first letter", () => {
    const kinds = ["portal", "dummy", "mines", "sniper", "artillery", "smoke", "objective", "objective-like"];
    for (const kind of kinds) expect(signOf(counter(kind))).toMatchObject({ letter: "" });
    expect(signOf(counter("unknown", "marker 1")).letter).toBe("?");
    expect(signOf(counter("event")).letter).toBe("!");
    expect(signOf(counter("barrel", "fuel drum"))).toEqual({ letter: "F", d: "" });
    expect(signOf(counter("barrel")).letter).toBe("B");
    expect(signOf(counter("")).letter).toBe("?");
  });

  it("are called what they are, once", () => {
    expect(counterName(counter("unknown", "marker 3"))).toBe("marker 3, face-down marker");
    expect(counterName(counter("unknown", "a face-down counter"))).toBe("a face-down counter");
    expect(counterName(counter("unknown", "an unspotted team, or a dummy"))).toBe("an unspotted team, or a dummy");
    expect(counterName(counter("portal", "Portal 2"))).toBe("Portal 2");
    expect(counterName(counter("objective-like"))).toBe("objective");
  });

  it("lie side by side where there are several", () => {
    const all = lying([counter("mines", "", [10, 5]), counter("smoke", "", [90, 5]), counter("event", "", [10, 5])], 3);
    expect(all.map(({ at }) => at)).toEqual([[7, 5], [90, 5], [13, 5]]); // prettier-ignore
  });

  it("mean an option each, though they lie in one spot", () => {
    const all = [counter("unknown", "", [10, 5]), counter("unknown", "", [90, 5]), counter("unknown", "", [10, 5])];
    const offered = [
      { key: "m4", at: [10, 5] as [number, number] },
      { key: "m1", at: null },
      { key: "m7", at: [10, 5] as [number, number] },
    ];
    expect([...meantBy(all, offered)]).toEqual([
      [0, "m4"],
      [2, "m7"],
    ]);
    expect([...meantBy(all, offered.slice(0, 1))]).toEqual([
      [0, "m4"],
      [2, "m4"],
    ]);
    expect(meantBy(all, []).size).toBe(0);
  });
});

describe("two players on one side", () => {
  const units = [unit(0, 0, 0), unit(1, 0, 1), unit(2, 1, -1)];

  it("have units of their own and each other's", () => {
    const words = (seats: number[]) => units.map((one) => whose(one.side, units, seats, one.seat));
    expect(words([0])).toEqual(["yours", "ally", "enemy"]);
    expect(words([1])).toEqual(["ally", "yours", "enemy"]);
    expect(words([])).toEqual(["side 1", "side 1", "side 2"]);
    expect(inWords(units[1] as UnitView, units, [1], true)).toBe("unit 1, yours, infantry, can be chosen");
    expect(tabOrder(units, new Map(), new Map(), [1])).toEqual([1, 0, 2]);
  });

  it("share counters", () => {
    expect(whose(0, units, [1])).toBe("yours");
    expect(whose(1, units, [1])).toBe("enemy");
    expect(whose(1, [], [1])).toBe("yours"); // nobody is there yet: the side of the seat
  });

  it("name their side together, and before them is the enemy", () => {
    const players = [player(0, "First platoon"), player(1, "Second platoon")];
    expect(sideName(0, players, [0, 0])).toBe("First platoon and Second platoon");
    expect(sideName(1, players, [0, 0])).toBe("The enemy");
    expect(sideName(1, players)).toBe("Second platoon");
    expect(sideName(1, [])).toBe("Side 2");
    expect(seatName(player(1, "Germans", "rules"))).toBe("Germans");
  });
});

describe("a battle that grows", () => {
  const card = (name: string): UnitCard => ({ name, troop: "", points: 0, facts: {} });
  const table = {
    figures: [],
    units: [unit(0, 0, 0)],
    fallen: [],
    counters: [counter("unknown")],
  } as unknown as TableView;

  it("has who joined, their cards, and the counters that are left", () => {
    const grown = copyTable(table);
    applyBeat(grown, { beat: 1, answers: 0, units: [unit(1, 1, 1)], counters: [], cards: [card("patrol")] });
    expect(grown.units).toHaveLength(2);
    expect(grown.counters).toEqual([]);
    expect(cardOf(1, [card("squad")], grown.cards ?? [])?.name).toBe("patrol");
    expect(cardOf(0, [card("squad")], grown.cards ?? [])?.name).toBe("squad");
    expect(cardOf(2, [card("squad")], grown.cards ?? [])).toBeUndefined();
    expect(table.units).toHaveLength(1);
    expect(table.counters).toHaveLength(1);
  });
});
