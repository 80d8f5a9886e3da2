/** A small rulebook for the tests of the umpire's page. */
import type { FactView, FieldView, QuestionView, UmpireView } from "../wire";

const field = (name: string, more: Partial<FieldView> = {}): FieldView => ({
  name,
  title: name,
  type: "integer",
  choices: null,
  labels: null,
  default: 0,
  least: 0,
  most: 30,
  about: "",
  role: "",
  fact: "",
  ...more,
});

const fact = (name: string, more: Partial<FactView> = {}): FactView => ({
  name,
  title: name,
  type: "integer",
  choices: null,
  labels: null,
  default: 0,
  least: 0,
  most: 12,
  marker: true,
  ...more,
});

export const SHOOTING: QuestionView = {
  name: "shooting",
  title: "Shooting",
  group: "Fire",
  about: "Men shoot at men.",
  clauses: ["xx.shoot"],
  fields: [
    field("weapon", {
      type: "choice",
      choices: ["rifle", "smg"],
      labels: ["Rifle", "Submachine gun"],
      default: "rifle",
      least: null,
      most: null,
    }),
    field("distance", { type: "number", default: 10.5, most: 144 }),
    field("pins", { role: "shooter", fact: "pins", most: 12 }),
    field("moving", { type: "yes-no", default: false, least: null, most: null }),
    field("target_men", { role: "target", fact: "men", default: 10, least: 1 }),
    field("target_pins", { role: "target", fact: "pins", most: 12 }),
  ],
  leaves: [
    { outcome: "casualties", role: "target", fact: "men", how: "subtract" },
    { outcome: "pins", role: "target", fact: "pins", how: "add" },
    { outcome: "destroyed", role: "target", fact: "destroyed", how: "set" },
    { outcome: "order", role: "shooter", fact: "order", how: "set" },
  ],
};

export const FACTS: FactView[] = [
  fact("men", { default: 10, most: 30 }),
  fact("pins"),
  fact("order", {
    type: "choice",
    choices: ["none", "fire"],
    labels: ["No order", "Fire"],
    default: "none",
    least: null,
    most: null,
  }),
];

export const BOOK: UmpireView = {
  ruleset: "toy",
  title: "Toy",
  prefix: "xx",
  version: 3,
  questions: [SHOOTING],
  facts: FACTS,
  presets: [{ name: "Rifle squad", facts: { men: 8, pins: "many", nonsense: 1 } }],
  switches: [
    { name: "small_unit_max", type: "whole number", choices: [], least: 1, most: 9, default: 5, clauses: ["xx.small"] },
    { name: "measure", type: "yes-no", choices: [], least: null, most: null, default: false, clauses: [] },
    { name: "reading", type: "choice", choices: ["a", "b c"], least: null, most: null, default: "a", clauses: [] },
  ],
};
