import type { Line } from "../wire";

export interface Filter {
  text: string;
  dice: boolean;
  unit: { number: number; name: string } | null;
}

/** Lines fetched later go before those the battle brought, each once. */
export function join(older: readonly Line[], lines: readonly Line[]): Line[] {
  const first = lines[0]?.beat ?? Infinity;
  return [...older.filter((line) => line.beat < first), ...lines];
}

/** The lines that a filter lets through, with the headings that still have something below them. */
export function sift(lines: readonly Line[], filter: Filter): Line[] {
  const wanted = filter.text.trim().toLowerCase();
  if (!wanted && !filter.dice && !filter.unit) return [...lines];
  const kept: Line[] = [];
  let heading: Line | null = null;
  for (const line of lines) {
    if (line.heading) {
      heading = line;
      continue;
    }
    if (wanted && !line.text.toLowerCase().includes(wanted) && !line.because.some((id) => id.includes(wanted)))
      continue;
    if (filter.dice && !line.dice) continue;
    // A throw belongs to no unit, but it says in words whose it is.
    if (filter.unit && line.unit !== filter.unit.number && !line.text.includes(filter.unit.name)) continue;
    if (heading) kept.push(heading);
    heading = null;
    kept.push(line);
  }
  return kept;
}

/** The log as a text file, with the clauses behind each line. */
export function asText(title: string, lines: readonly Line[]): string {
  const rows = lines.map((line) => {
    if (line.heading) return `\n${line.text}`;
    const because = line.because.length ? `  [${line.because.join(" ")}]` : "";
    return `  ${line.dice ? "    " : ""}${line.text}${because}`;
  });
  return `${title}\n${rows.join("\n")}\n`;
}
