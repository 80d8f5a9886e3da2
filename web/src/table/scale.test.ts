import { describe, expect, it } from "vitest";
import type { TableView } from "../wire";
import { colour, paint, squares, stepOf, STEPS, topOf, valueOf, type Oklch } from "./scale";
import { spotWords } from "./weighed";

type Triple = [number, number, number];

const times = (rows: Triple[], [a, b, c]: Triple): Triple => rows.map(([x, y, z]) => x * a + y * b + z * c) as Triple;

/** Light, as red, green and blue before they are bent for a screen. */
function light({ lightness, chroma, hue }: Oklch): Triple {
  const turn = (hue * Math.PI) / 180;
  const cones = times(
    [
      [1, 0.3963377774, 0.2158037573],
      [1, -0.1055613458, -0.0638541728],
      [1, -0.0894841775, -1.291485548],
    ],
    [lightness, chroma * Math.cos(turn), chroma * Math.sin(turn)],
  ).map((cone) => cone ** 3) as Triple;
  const rgb = times(
    [
      [4.0767416621, -3.3077115913, 0.2309699292],
      [-1.2684380046, 2.6097574011, -0.3413193965],
      [-0.0041960863, -0.7034186147, 1.707614701],
    ],
    cones,
  );
  return rgb.map((part) => Math.min(1, Math.max(0, part))) as Triple;
}

/** Where a light lies in a space in which equal distances look equal. */
function seen(rgb: Triple): Triple {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  ).map(Math.cbrt) as Triple;
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

// How light reaches those who lack a kind of cone (Machado and others, 2009, in full).
const EYES: Record<string, Triple[]> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  "no red": [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  "no green": [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  "no blue": [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function apart(one: Oklch, other: Oklch, eyes: Triple[]): number {
  const [a, b] = [one, other].map((each) => seen(times(eyes, light(each)).map((part) => Math.max(0, part)) as Triple));
  return Math.hypot(a![0] - b![0], a![1] - b![1], a![2] - b![2]);
}

const up = Array.from({ length: STEPS }, (_, n) => n + 1);

describe("colours of spots", () => {
  describe.each([
    ["on paper", false],
    ["at night", true],
  ])("%s", (_, dark) => {
    it.each([1, -1])("steps are even to the eye, on either side (%i)", (sign) => {
      const steps = up
        .slice(1)
        .map((step) => apart(colour(sign * step, dark), colour(sign * (step - 1), dark), EYES.all!));
      expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(1.35);
    });

    it.each(Object.keys(EYES))("neighbours and the two sides are told apart with %s cones", (eyes) => {
      for (const sign of [1, -1])
        for (const step of up.slice(1))
          expect(apart(colour(sign * step, dark), colour(sign * (step - 1), dark), EYES[eyes]!)).toBeGreaterThan(0.05);
      for (const step of up.slice(STEPS / 2))
        expect(apart(colour(step, dark), colour(-step, dark), EYES[eyes]!), `step ${step}`).toBeGreaterThan(0.08);
    });
  });

  it("are written for both themes", () => {
    expect(paint(1)).toMatch(/^light-dark\(oklch\(0\.9\S+ \S+ 155\), oklch\(\S+ \S+ 155\)\)$/);
  });
});

describe("the scale", () => {
  it("ends at a round number that holds every value", () => {
    expect([[], [0.4], [3.2, 17], [-21, 4], [99], [101]].map(topOf)).toEqual([1, 1, 20, 30, 100, 150]);
  });

  it("gives nothing a step of its own, every little something another, and the end the last", () => {
    expect([0, 0.01, 10, 10.1, 20].map((value) => stepOf(value, 20, "mine"))).toEqual([0, 1, 3, 4, 6]);
    expect(stepOf(20, 20, "theirs")).toBe(-6);
    expect([-20, -0.1, 0, 0.1, 20].map((value) => stepOf(value, 20, "difference"))).toEqual([-6, -1, 0, 1, 6]);
  });

  it("takes the number that the mode asks for, and none where there is no room", () => {
    const weight = { spot: [0, 0] as [number, number], stands: [0, 0] as [number, number], mine: 5, theirs: 7 };
    expect((["mine", "theirs", "difference"] as const).map((mode) => valueOf(weight, mode))).toEqual([5, 7, -2]);
    expect(valueOf({ ...weight, stands: null }, "mine")).toBeNull();
  });

  it("draws all squares of a colour as one path", () => {
    const path = squares(
      [
        [1000, 1000],
        [2000, 1000],
      ],
      1000,
    );
    expect(path).toBe("M530 530h940v940h-940zM1530 530h940v940h-940z");
  });
});

describe("a spot in words", () => {
  const table = { units: [{ name: "Able" }, { name: "Pak 36" }] } as unknown as TableView;
  const spot: [number, number] = [1, 1];

  it("names the target, who shoots back, and what is left", () => {
    expect(spotWords({ spot, stands: spot, mine: 12.34, at: 1, theirs: 15, by: 1 }, table)).toEqual([
      "Your best shot: Pak 36, 12.3 pts",
      "Theirs at you: Pak 36, 15 pts",
      "Difference: −2.7 pts",
    ]);
    expect(spotWords({ spot, stands: spot, mine: 1, at: 1 }, table)).toEqual([
      "Your best shot: Pak 36, 1 pt",
      "Nobody can shoot at you here",
    ]);
    expect(spotWords({ spot, stands: null }, table)).toEqual(["The unit finds no room here."]);
    expect(spotWords(null, table)).toEqual(["Not weighed yet."]);
  });
});
