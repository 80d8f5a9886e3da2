/** How far what is drawn of a figure reaches: its base, its shadow, what breaks its outline, what is drawn beside it. */
import { toScreen, type Point, type Size, type View } from "../lib/camera";
import type { FigureView, Pose, UnitView } from "../wire";
import { glyphOf, isWeapon } from "./glyphs";
import { hullKind, HULLS } from "./hulls";
import { posesOf, smoked } from "./poses";
import { spanned, type Rect } from "./room";
import { vehicleOf } from "./stands";
import { standing } from "./units";

/** How the table is looked at. */
export interface Looked {
  view: View;
  size: Size;
  flip: boolean;
}

type Model = Pick<FigureView, "role" | "radius" | "length" | "width" | "bearing"> & { at: Point };
/** How far from its middle something reaches: to the left, up, to the right, down. */
type Reach = [number, number, number, number];

const SHELTER = 880; // the radius of what stands for a unit indoors or aboard
const BARREL = 0.19; // of its length that a gun sticks out before a hull
const most = (a: Reach, b: Reach): Reach => a.map((value, side) => Math.max(value, b[side]!)) as Reach;

/** A man or a weapon on a round or square base: the shadow falls to the lower right, barrels run over the edge. */
function manReach({ role, radius }: Model, symbol: string): Reach {
  const glyph = glyphOf(role, symbol, radius);
  const over = isWeapon(glyph) ? (glyph === "mmg" || glyph === "mortar" ? 1.12 : 1.5) : glyph === "alpha" ? 1.4 : 1.1;
  return [radius * over, radius * over, radius * Math.max(over, 1.14), radius * Math.max(over, 1.18)];
}

/** A vehicle or a stand, turned as it is: what is drawn is the box around it. */
function hullReach(
  { role, length, width, bearing }: Model,
  symbol: string,
  pose: Pose | undefined,
  flip: boolean,
): Reach {
  const vehicle = vehicleOf({ role, length, width }, symbol);
  const turn = (angle: number): number => (angle * Math.PI) / 1800 + (flip ? Math.PI : 0);
  const [sin, cos] = [Math.abs(Math.sin(turn(bearing))), Math.abs(Math.cos(turn(bearing)))];
  const edge = vehicle ? 90 : 60;
  const across = (width * cos + length * sin) / 2 + edge;
  const down = (width * sin + length * cos) / 2 + edge;
  const shade = (vehicle ? 0.17 : 0.09) * Math.min(width, 2200);
  let reach: Reach = [across, down, across + shade, down + shade * 1.3];
  const kind = vehicle ? hullKind(vehicle, width, length) : null;
  if (kind && (HULLS[kind].turret || kind === "destroyer")) {
    const points = turn(HULLS[kind].turret ? (pose?.turret ?? bearing) : bearing);
    const far = length * (0.5 + BARREL);
    const [x, y] = [Math.sin(points) * far, -Math.cos(points) * far];
    reach = most(reach, [150 - x, 150 - y, 150 + x, 150 + y]);
  }
  return reach;
}

/** How far a figure reaches on the screen, in thousandths of an inch of the table. */
function reachOf(model: Model, unit: UnitView, pose: Pose | undefined, flip: boolean): Reach {
  const { symbol } = unit.shown;
  const square = model.length > 0;
  const half = square ? Math.max(model.width, 1200) / 2 : model.radius;
  let reach = square ? hullReach(model, symbol, pose, flip) : manReach(model, symbol);
  const beyond = (left: number, up: number, right: number, down: number): void => {
    reach = most(reach, [left, up, right, down]);
  };
  if (smoked(unit)) beyond((half + 420) * 1.02, (half + 420) * 1.02, (half + 420) * 1.12, (half + 420) * 1.16);
  if (!pose) return reach;
  if (pose.wounds || pose.marks) beyond(0, square ? model.length / 2 + 350 : 0, 0, half + 560);
  if (pose.burning) beyond(0, half * 1.9, half * 1.6, 0);
  if (pose.storey) beyond(0, 0, half * 1.2, half * 1.16);
  if (pose.lying && square) beyond(reach[0] + 420, reach[1] + 420, reach[2] + 420, reach[3] + 420);
  return reach;
}

/** The box of a figure on the screen, in pixels. */
export function modelBox(model: Model, unit: UnitView, pose: Pose | undefined, { view, size, flip }: Looked): Rect {
  const [x, y] = toScreen(view, size, flip, model.at);
  const pixels = view.scale / 1000;
  const [left, up, right, down] = reachOf(model, unit, pose, flip);
  return { left: x - left * pixels, top: y - up * pixels, right: x + right * pixels, bottom: y + down * pixels };
}

/** The boxes of all that is drawn of a unit: its figures, or what stands for it where none is on the table. */
export function modelBoxes(unit: UnitView, figures: readonly FigureView[], shift: number, looked: Looked): Rect[] {
  const models = standing(unit, figures);
  if (!models.length) {
    if (!unit.anchor) return [];
    const [x, y] = [unit.anchor[0] + shift, unit.anchor[1]];
    const at = (dx: number, dy: number): Point => toScreen(looked.view, looked.size, looked.flip, [x + dx, y + dy]);
    return [spanned(at(-SHELTER, -SHELTER), at(SHELTER, SHELTER))];
  }
  const poses = posesOf(unit);
  return models.map((figure) => modelBox(figure, unit, poses.get(figure.number), looked));
}
