/** How far guided battles have been followed in this browser: chapters done by book, and where each battle stands. */

const KEY = "sandtable.chapters";
const STANDS = "sandtable.lessons";
const MOST = 60; // battles remembered

function kept<T>(key: string): Record<string, T> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, T>;
  } catch {
    return {};
  }
}

const read = (): Record<string, number> => kept<number>(KEY);

/** The chapter that a guided battle stands at; null once it has been left or is over, nothing where it is not known. */
export function standsAt(battle: string): number | null | undefined {
  return kept<number | null>(STANDS)[battle];
}

/** A guided battle has come to this chapter; null: from here on it is a battle like any other. */
export function keepStanding(battle: string, chapter: number | null): void {
  const { [battle]: before, ...others } = kept<number | null>(STANDS);
  if (before === chapter) return;
  const rows = [...Object.entries(others), [battle, chapter]].slice(-MOST);
  localStorage.setItem(STANDS, JSON.stringify(Object.fromEntries(rows)));
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
