import type { Beat, TableView } from "../wire";

/** Lay a beat over a table. The page knows no rule: a beat says what everything it touched looks like now. */
export function applyBeat(table: TableView, beat: Beat): void {
  for (const figure of beat.figures ?? []) table.figures[figure.number] = figure;
  for (const unit of beat.units ?? []) table.units[unit.number] = unit;
  if (beat.terrain) table.terrain = beat.terrain;
  if (beat.objectives) table.objectives = beat.objectives;
  if (beat.templates) table.templates = beat.templates;
  if (beat.counters) table.counters = beat.counters;
  if (beat.cards) table.cards = beat.cards;
  if (beat.fallen?.length) table.fallen = [...table.fallen, ...beat.fallen];
  if (beat.turn !== undefined && beat.turn !== null) table.turn = beat.turn;
  if (beat.tally) table.tally = beat.tally;
  if (beat.heading !== undefined && beat.heading !== null) table.heading = beat.heading;
}

/** A copy that shares nothing which `applyBeat` changes. */
export function copyTable(table: TableView): TableView {
  return { ...table, figures: [...table.figures], units: [...table.units] };
}
