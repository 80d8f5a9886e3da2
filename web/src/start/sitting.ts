import { keepInvitation, keepToken, seatPath } from "../lib/tokens";
import type { Opened } from "../wire";
import { seated, type Player } from "./seats";

export interface InvitationLink {
  side: string;
  path: string; // behind whatever address the other one can reach
}

/**
 * Sit down at a battle that has begun: keep the tokens of this page's seats. The result are the links for the others.
 * Those tokens are kept apart, for handing the link out again; they do not make their seats this page's own.
 */
export function sitDown(opened: Opened, players: readonly Player[], sides: readonly string[]): InvitationLink[] {
  const { keep, invite } = seated(opened, players);
  for (const [seat, token] of keep) keepToken(opened.id, seat, token);
  for (const [seat, token] of invite) keepInvitation(opened.id, seat, token);
  return invite.map(([seat, token]) => ({
    side: sides[Number(seat)] ?? `seat ${seat}`,
    path: seatPath(opened.id, seat, token),
  }));
}
