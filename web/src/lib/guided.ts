/** What a lesson wants of the question that is asked. */
import type { LessonView } from "../wire";

/** The keys of the options that are wanted; none where anything will do, or where a place is wanted. */
export function wantedOptions(lesson: LessonView | null): readonly string[] {
  const pointer = lesson && !lesson.over ? lesson.pointer : null;
  if (!pointer) return [];
  return pointer.option ? [pointer.option] : (pointer.options ?? []);
}

/** How a row is marked: "yes" if it is wanted, "no" if another is, nothing where no lesson leads. */
export function wish(wanted: readonly string[], key: string): "yes" | "no" | undefined {
  if (!wanted.length) return undefined;
  return wanted.includes(key) ? "yes" : "no";
}
