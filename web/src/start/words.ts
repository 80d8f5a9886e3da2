/** What went wrong, as a sentence: reasons of the server begin with a small letter. */
export function inWords(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return said.charAt(0).toUpperCase() + said.slice(1);
}
