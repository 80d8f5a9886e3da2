/** Actions as the table shows them: one for everything that can fly from one to another. */
import { beginScene, extendScene, type Results, type Scene } from "../lib/acts";
import { tableOf, type Group } from "../table/fielding";
import type { Beat, TableView } from "../wire";

export const WIDE = 17_000;
export const HIGH = 5_600;

const SHOOTERS: Record<string, Omit<Group, "side" | "at" | "bearing">> = {
  shell: { name: "Sherman", symbol: "tank", base: [2000, 4100] },
  rocket: { name: "Bazooka", symbol: "at-team" },
  arc: { name: "Mortar", symbol: "mortar", role: "gunner", radius: 775 },
  flame: { name: "Flame team", symbol: "flamethrower" },
  spot: { name: "Observer", symbol: "observer" },
  bomb: { name: "Aircraft", symbol: "observer" },
};

export const results: Results = {
  lost: { one: "-1 man", many: "-{} men", harm: true, grade: 1 },
  pins: { one: "1 pin", many: "{} pins", harm: true, grade: 1 },
  wrecked: { one: "destroyed", harm: true, grade: 2 },
};

const verbs: Record<string, string> = { blows: "charges", spot: "spots", flame: "burns", grenade: "throws at" };

/** A table with somebody who acts and somebody who is aimed at, and what came of it. */
export function acted(trace: string): { table: TableView; scene: Scene } {
  const shooter = SHOOTERS[trace] ?? { name: "Able squad", symbol: "infantry" };
  const wrecks = trace === "rocket";
  const near = trace === "flame" || trace === "blows" || trace === "grenade";
  const x = near ? 8 : 13;
  const groups: Group[] = [
    {
      ...shooter,
      side: 0,
      bearing: 900,
      at: shooter.symbol === "infantry" ? [[3, 2.8], [2, 2], [2, 3.6]] : [[3, 2.8]],
    },
    wrecks
      ? { name: "Panzer IV", side: 1, symbol: "tank", base: [2000, 4100], bearing: 2700, at: [[x, 2.8]] }
      : { name: "1st group", side: 1, symbol: "infantry", bearing: 2700, at: [[x, 1.9], [x, 3.7], [x + 1.4, 2.2], [x + 1.4, 3.4]] },
  ]; // prettier-ignore
  const table = tableOf(WIDE, HIGH, groups);
  const seen = trace === "spot";
  const beat: Beat = {
    beat: 1,
    answers: 0,
    came: seen ? [] : [{ unit: 1, what: wrecks ? "wrecked" : "lost", value: 1, detail: false }],
    fallen: seen || wrecks ? [] : [{ figure: 4, side: 1, at: [x * 1000, 3700] }],
  };
  const act = { kind: seen ? "spot" : "fire", actor: 0, says: verbs[trace] ?? "fires at", targets: [1], trace };
  return { table, scene: extendScene(beginScene(act, 1, table), table, beat) };
}
