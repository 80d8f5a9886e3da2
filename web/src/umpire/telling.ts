/** A procedure that was led to its end, as text to keep or to send. */
import type { LedView, QuestionView } from "../wire";

export function protocol(
  book: string,
  question: QuestionView,
  led: LedView,
  titles: Readonly<Record<string, string>>,
): string {
  const lines = [`${book}: ${question.title}`];
  led.steps.forEach((step, n) => {
    const needs = step.needs ? ` (${step.needs})` : "";
    const cited = step.because.length ? ` [${step.because.join(", ")}]` : "";
    lines.push(
      `${n + 1}. ${step.why}${needs}: ${step.dice}D${step.sides} ${step.faces.join(" ")} → ${step.said}${cited}`,
    );
  });
  for (const [name, value] of Object.entries(led.found ?? {})) lines.push(`${titles[name] ?? name}: ${value}`);
  return `${lines.join("\n")}\n`;
}
