/** How far each book's guided battle has been followed in this browser: chapters done, by book. */

const KEY = "sandtable.chapters";

function read(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

export function chaptersDone(book: string): number {
  return read()[book] ?? 0;
}

/** So many chapters have been done; who goes back and plays them again loses nothing. */
export function keepChapters(book: string, done: number): void {
  const kept = read();
  if ((kept[book] ?? 0) >= done) return;
  localStorage.setItem(KEY, JSON.stringify({ ...kept, [book]: done }));
}
