/** The procedures of a rulebook, found by a few letters, and under the rulebook's headings. */
import type { QuestionView } from "../wire";

export interface Group {
  title: string;
  questions: QuestionView[];
}

/** Those that hold every word in their title, description or clauses. */
export function findQuestions(questions: readonly QuestionView[], query: string): QuestionView[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return questions.filter((question) => {
    const all = [question.title, question.name, question.about, ...question.clauses].join("\n").toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** Under the headings of the rulebook, in its order. */
export function grouped(questions: readonly QuestionView[]): Group[] {
  const groups = new Map<string, QuestionView[]>();
  for (const question of questions) groups.set(question.group, [...(groups.get(question.group) ?? []), question]);
  return [...groups].map(([title, inside]) => ({ title, questions: inside }));
}
