/** Addresses under which others can open this page. */

import { api } from "./api";

/** Whether a name means the machine itself, so that nobody else gets anywhere with it. */
export function onlyHere(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  return name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(\.\d+){3}$/.test(name);
}

/** The address to hand out: the one this page was opened by if it is good for others, else one the server knows. */
export function handedOut(origin: string, addresses: readonly string[]): string | null {
  if (!onlyHere(new URL(origin).hostname)) return origin;
  for (const address of addresses) {
    try {
      const found = new URL(address);
      if (!onlyHere(found.hostname)) return found.origin;
    } catch {
      continue;
    }
  }
  return null;
}

/** Ask the server where others reach it; null if nowhere. */
export async function reach(): Promise<string | null> {
  const told = await api.health().catch(() => null);
  return handedOut(location.origin, told?.addresses ?? []);
}
