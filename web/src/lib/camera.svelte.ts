import {
  drift,
  filling,
  fitting,
  held,
  panned,
  pinched,
  revealing,
  toScreen,
  toTable,
  zoomed,
  type Extent,
  type Point,
  type Size,
  type View,
} from "./camera";

export { KEYS } from "../table/keys";

const SETTLE = 140; // milliseconds without a gesture after which the table is drawn anew

/**
 * Where the player looks. A gesture moves the picture that is already drawn (a CSS transform, which costs no drawing);
 * when it has come to rest, the picture is drawn for the new view.
 */
export class Camera {
  size: Size = $state.raw({ width: 1, height: 1 });
  table: Extent = $state.raw({ width: 72_000, depth: 48_000 });
  flip = $state(false);
  now: View = $state.raw({ x: 36_000, y: 24_000, scale: 10 }); // as the player sees it
  drawn: View = $state.raw({ x: 36_000, y: 24_000, scale: 10 }); // as the picture is drawn
  private untouched = true; // nobody has moved it: it keeps the whole table in view
  private timer: ReturnType<typeof setTimeout> | undefined;
  private frame = 0;

  /** Pixels of a thousandth of an inch, as drawn. */
  get unit(): number {
    return this.drawn.scale / 1000;
  }

  get fitted(): boolean {
    return this.now.scale <= fitting(this.table, this.size).scale * 1.04;
  }

  /** The transform that brings the drawn picture to where the player looks. */
  get drift(): string {
    if (this.now === this.drawn) return "none";
    const { x, y, ratio } = drift(this.drawn, this.now, this.size, this.flip);
    return `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${ratio.toFixed(5)})`;
  }

  /** The transform from the table to the picture. */
  get matrix(): string {
    const unit = (this.flip ? -1 : 1) * this.unit;
    const x = this.size.width / 2 - this.drawn.x * unit;
    const y = this.size.height / 2 - this.drawn.y * unit;
    return `matrix(${unit} 0 0 ${unit} ${x.toFixed(2)} ${y.toFixed(2)})`;
  }

  resize(size: Size): void {
    if (size.width < 1 || size.height < 1) return;
    const whole = this.untouched || this.fitted; // who sees the whole table goes on seeing it, however the window changes
    this.size = size;
    this.draw(whole ? fitting(this.table, size) : held(this.now, this.table, size));
  }

  lay(table: Extent): void {
    if (table.width === this.table.width && table.depth === this.table.depth) return;
    this.table = table;
    this.untouched = true;
    this.draw(fitting(table, this.size));
  }

  toScreen(at: Point): Point {
    return toScreen(this.now, this.size, this.flip, at);
  }

  toTable(pixel: Point): Point {
    return toTable(this.now, this.size, this.flip, pixel);
  }

  zoom(factor: number, pixel: Point = [this.size.width / 2, this.size.height / 2]): void {
    this.move(zoomed(this.now, this.table, this.size, this.flip, pixel, factor));
  }

  pan(dx: number, dy: number): void {
    this.move(panned(this.now, this.table, this.size, this.flip, [dx, dy]));
  }

  pinch(before: [Point, Point], after: [Point, Point]): void {
    this.move(pinched(this.now, this.table, this.size, this.flip, before, after));
  }

  goTo(at: Point, scale = this.now.scale): void {
    this.move(held({ x: at[0], y: at[1], scale }, this.table, this.size));
  }

  /** Fill what is seen with the table, around a point and nothing beside it; whoever has come nearer stays as near. */
  fill(at: Point): void {
    const least = filling(this.table, this.size);
    const scale = this.untouched || this.now.scale < least ? least : this.now.scale;
    this.move(held({ x: at[0], y: at[1], scale }, this.table, this.size, 0));
  }

  fit(): void {
    this.draw(fitting(this.table, this.size));
    this.untouched = true;
  }

  reveal(at: Point, border = 60): void {
    if (this.size.width < 10 || this.fitted) return; // not laid out yet, or all in view anyway
    const inView = revealing(this.now, this.size, this.flip, at, 14) === this.now;
    if (!inView) this.move(revealing(this.now, this.size, this.flip, at, border));
  }

  /** Draw the picture for where the player looks now. */
  settle(): void {
    this.rest();
    this.drawn = this.now;
  }

  close(): void {
    this.rest();
  }

  private move(view: View): void {
    this.untouched = false;
    this.now = view;
    this.rest();
    // Counted from when it has been shown: on a slow machine a gesture must not be taken for its end.
    this.frame = requestAnimationFrame(() => {
      this.timer = setTimeout(() => this.settle(), SETTLE);
    });
  }

  private rest(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }

  private draw(view: View): void {
    this.rest();
    this.now = this.drawn = view;
  }
}
