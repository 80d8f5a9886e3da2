import { inches } from "../lib/inches";
import type { SpotView } from "../wire";

/** Where a point may lie, in words: for those who do not see the table. */
export function spotWords(area: SpotView, width: number, depth: number): string {
  const said: string[] = [];
  const [left, top, right, bottom] = area.box ?? [0, 0, width, depth];
  if (left > 0 || right < width) said.push(`${inches(left)} to ${inches(right)} from the left`);
  if (top > 0 || bottom < depth) said.push(`${inches(top)} to ${inches(bottom)} from the top`);
  if (area.around) {
    const [x, y] = area.around;
    const from = `of the point ${inches(x)} from the left and ${inches(y)} from the top`;
    if (area.farthest != null) said.push(`within ${inches(area.farthest)} ${from}`);
    if (area.nearest) said.push(`not within ${inches(area.nearest)} ${from}`);
  }
  for (const [x, y] of area.apart ? (area.clear_of ?? []) : [])
    said.push(`at least ${inches(area.apart!)} from the one at ${inches(x)} from the left, ${inches(y)} from the top`);
  return said.length ? `It may lie ${said.join("; ")}.` : "";
}
