/** How a step is done at this page: the grey line under what is wanted. */

export interface Doing {
  type: string; // of the domain that is asked about
  touch: boolean;
  onTable: boolean; // the option that is wanted can be clicked on the table
  free: boolean; // any answer will do
  stays: boolean; // nobody is to move
  aims: boolean; // there is a circle to go to
  planned: "none" | "inside" | "outside" | "illegal";
  hotkey: string; // of the option that is wanted
}

export function howTo(doing: Doing): string {
  const click = doing.touch ? "Tap" : "Click";
  switch (doing.type) {
    case "one-of":
      if (doing.free) return `${click} whichever you like.`;
      if (doing.onTable)
        return doing.touch ? "Tap it on the table." : "Click it on the table, or its row at the right.";
      return row(doing);
    case "yes-no":
      return doing.free ? `${click} whichever you like.` : row(doing);
    case "march":
    case "drive":
      return move(doing, click);
    case "spot":
      if (doing.planned === "inside") return "Good. Now confirm this place.";
      return `${click} ${doing.aims ? "inside the circle" : "on the table"}, then confirm.`;
    case "some-of":
      return doing.free ? "Keep what is ticked or tick another, then confirm." : "Tick what is marked, then confirm.";
    default:
      return "Then confirm.";
  }
}

function row({ touch, hotkey }: Doing): string {
  if (touch) return "Tap the marked answer below.";
  return hotkey ? `Click the marked row at the right, or press ${hotkey}.` : "Click the marked row at the right.";
}

function move({ touch, aims, planned, stays }: Doing, click: string): string {
  if (stays) return touch ? "Tap Stay." : "Click Stay, or press the full stop.";
  const confirm = touch ? "Confirm" : "Confirm (Enter)";
  if (planned === "illegal") return "That does not go there. Try a little elsewhere.";
  if (!aims)
    return planned === "none" ? `${click} anywhere within reach, then ${confirm}; or Stay.` : `Now ${confirm}.`;
  if (planned === "inside") return `Good: now ${confirm}.`;
  if (planned === "outside") return "Not there yet: the dashed circle is where they are wanted.";
  return `${touch ? "Tap" : "Drag them, or click,"} inside the dashed circle, then ${confirm}.`;
}
