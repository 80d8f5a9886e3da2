/** The secrets of the seats that this browser plays, by battle and seat. They never leave it but for their own battle. */

const KEY = "sandtable.seats";

type Kept = Record<string, Record<string, string>>;

function read(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

export function tokensOf(battle: string): string[] {
  return Object.values(read()[battle] ?? {});
}

export function hasSeat(battle: string): boolean {
  return tokensOf(battle).length > 0;
}

export function tokenOfSeat(battle: string, seat: number): string | undefined {
  return read()[battle]?.[seat];
}

export function keepToken(battle: string, seat: number | string, token: string): void {
  const kept = read();
  kept[battle] = { ...kept[battle], [seat]: token };
  localStorage.setItem(KEY, JSON.stringify(kept));
}

/** Take the token out of an invitation (#seat=1&token=...) so that it stands neither in the address bar nor in the history. */
export function takeInvitation(battle: string): void {
  const given = new URLSearchParams(location.hash.slice(1));
  const seat = given.get("seat");
  const token = given.get("token");
  if (seat !== null && token) {
    keepToken(battle, seat, token);
    history.replaceState(null, "", location.pathname + location.search);
  }
}

/** The path that seats whoever opens it. Which address it is put behind depends on who shall open it. */
export function seatPath(battle: string, seat: number | string, token: string): string {
  return `/battle/${battle}#seat=${seat}&token=${token}`;
}

/** The paths of the seats that this browser plays, for another device of the same person. */
export function ownSeats(battle: string): string[] {
  return Object.entries(read()[battle] ?? {}).map(([seat, token]) => seatPath(battle, seat, token));
}

// Invitations that this browser has made stand apart: whoever joined with them would take the seat himself.
const INVITED = "sandtable.invited";

export function keepInvitation(battle: string, seat: number | string, token: string): void {
  const kept = JSON.parse(localStorage.getItem(INVITED) ?? "{}") as Kept;
  kept[battle] = { ...kept[battle], [seat]: token };
  localStorage.setItem(INVITED, JSON.stringify(kept));
}

/** The path for a seat that this browser may hand out; undefined where it was not the one to make it. */
export function invitationPath(battle: string, seat: number): string | undefined {
  const kept = JSON.parse(localStorage.getItem(INVITED) ?? "{}") as Kept;
  const token = kept[battle]?.[seat];
  return token ? seatPath(battle, seat, token) : undefined;
}
