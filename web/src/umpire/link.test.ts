import { describe, expect, it } from "vitest";
import { BOOK, SHOOTING } from "./fake";
import { address, fromSearch, toSearch, untouched } from "./link";

const GIVEN = { weapon: "smg", distance: 7.25, pins: 2, moving: true, target_men: 6, target_pins: 0 };

describe("a situation as an address", () => {
  it("is restored exactly, with its switches and its dice", () => {
    const situation = {
      given: GIVEN,
      options: { small_unit_max: 3, measure: true, reading: "b c" },
      throws: [[4, 6, 1], [2]],
    };
    const { problems, ...found } = fromSearch(BOOK, SHOOTING, toSearch(BOOK, SHOOTING, situation));
    expect(problems).toEqual([]);
    expect(found).toEqual(situation);
  });

  it("holds every field, so that it means the same when a usual value changes", () => {
    const search = toSearch(BOOK, SHOOTING, { given: untouched(SHOOTING), options: {}, throws: [] });
    expect(search).toBe("?weapon=rifle&distance=10.5&pins=0&moving=no&target_men=10&target_pins=0&v=3");
    const other = { ...SHOOTING, fields: SHOOTING.fields.map((field) => ({ ...field, default: null })) };
    expect(fromSearch(BOOK, other, search).given).toEqual(untouched(SHOOTING));
  });

  it("names the rulebook and the question", () => {
    expect(address("toy", "shooting")).toBe("/umpire/toy/shooting");
    expect(address("toy")).toBe("/umpire/toy");
    expect(address("a/b", "c?d")).toBe("/umpire/a%2Fb/c%3Fd");
  });

  it.each([
    ["weapon=bow", "weapon takes rifle or smg, not “bow”."],
    ["distance=far", "distance takes a number from 0 to 144, not “far”."],
    ["distance=1e2", "distance takes a number from 0 to 144, not “1e2”."],
    ["pins=13", "pins takes a whole number from 0 to 12, not “13”."],
    ["pins=1.5", "pins takes a whole number from 0 to 12, not “1.5”."],
    ["moving=perhaps", "moving takes yes or no, not “perhaps”."],
    ["colour=red", "Nothing here is called “colour”."],
    ["set.small_unit_max=10", "Small unit max takes a whole number from 1 to 9, not “10”."],
    ["set.__proto__=1", "Nothing here is called “set.__proto__”."],
    ["throws=4.x", "The dice in this link cannot be read."],
    ["v=2", "This link was made with another version of the rulebook (2; here it is 3)."],
  ])("reports %s kindly and leaves the rest as usual", (search, problem) => {
    const found = fromSearch(BOOK, SHOOTING, `?${search}&target_men=4`);
    expect(found.problems).toEqual([problem]);
    expect(found.given).toEqual({ ...untouched(SHOOTING), target_men: 4 });
    expect(found.options).toEqual({});
  });

  it("takes a switch that is set to what is usual for no change", () => {
    expect(fromSearch(BOOK, null, "?set.measure=no&set.small_unit_max=4").options).toEqual({ small_unit_max: 4 });
  });
});
