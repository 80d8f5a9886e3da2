/**
 * QR codes: bytes, versions 1 to 10, error correction M. Enough for any link of ours, and nothing else.
 * After ISO/IEC 18004; a matrix has `true` where it is dark.
 */

export type Matrix = boolean[][];

// By version: codewords for correction in each block, then blocks as [how many, data codewords in each].
const BLOCKS: readonly { correction: number; blocks: readonly [number, number][] }[] = [
  { correction: 10, blocks: [[1, 16]] },
  { correction: 16, blocks: [[1, 28]] },
  { correction: 26, blocks: [[1, 44]] },
  { correction: 18, blocks: [[2, 32]] },
  { correction: 24, blocks: [[2, 43]] },
  { correction: 16, blocks: [[4, 27]] },
  { correction: 18, blocks: [[4, 31]] },
  { correction: 22, blocks: [[2, 38], [2, 39]] }, // prettier-ignore
  { correction: 22, blocks: [[3, 36], [2, 37]] }, // prettier-ignore
  { correction: 26, blocks: [[4, 43], [1, 44]] }, // prettier-ignore
];

// Where the small squares stand, by version.
const ALIGNED: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

// ---- arithmetic in the field of 256 elements

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = value;
  EXP[power + 255] = value;
  LOG[value] = power;
  value <<= 1;
  if (value > 255) value ^= 0x11d;
}

function times(one: number, other: number): number {
  return one && other ? (EXP[(LOG[one] as number) + (LOG[other] as number)] as number) : 0;
}

/** The codewords that correct a block: the remainder of its polynomial by the generator of that degree. */
export function correction(data: readonly number[], degree: number): number[] {
  let generator = [1];
  for (let power = 0; power < degree; power++) {
    const next = [...generator, 0];
    generator.forEach((term, place) => {
      next[place + 1] = (next[place + 1] as number) ^ times(term, EXP[power] as number);
    });
    generator = next;
  }
  const rest = [...data, ...Array<number>(degree).fill(0)];
  data.forEach((_, place) => {
    const lead = rest[place] as number;
    if (lead) generator.forEach((term, at) => (rest[place + at] = (rest[place + at] as number) ^ times(term, lead)));
  });
  return rest.slice(data.length);
}

// ---- what is written

/** Bits for format or version: the value, and what is left of it by a generator. */
function protectedBits(value: number, bits: number, generator: number, degree: number): number {
  let rest = value << degree;
  for (let bit = bits + degree - 1; bit >= degree; bit--) if ((rest >> bit) & 1) rest ^= generator << (bit - degree);
  return (value << degree) | rest;
}

/** The 15 bits that say level M and the mask. */
export function formatBits(mask: number): number {
  return protectedBits(mask, 5, 0x537, 10) ^ 0x5412; // level M is 00
}

/** The 18 bits that say the version, from 7 on. */
export function versionBits(version: number): number {
  return protectedBits(version, 6, 0x1f25, 12);
}

function capacity(version: number): number {
  const { blocks } = BLOCKS[version - 1]!;
  return blocks.reduce((sum, [many, words]) => sum + many * words, 0);
}

/** The smallest version that holds so many bytes; 0 if none of ours does. */
export function versionFor(bytes: number): number {
  for (let version = 1; version <= BLOCKS.length; version++) {
    if (4 + (version < 10 ? 8 : 16) + 8 * bytes <= 8 * capacity(version)) return version;
  }
  return 0;
}

/** Data and correction of all blocks, taken in turns. */
export function codewords(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, many: number): void => {
    for (let bit = many - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(0b0100, 4); // bytes
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const room = 8 * capacity(version);
  put(0, Math.min(4, room - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8);
  const words = Array.from({ length: room / 8 }, (_, place) =>
    bits.slice(place * 8, place * 8 + 8).reduce((word, bit) => (word << 1) | bit, 0),
  );

  const { correction: degree, blocks } = BLOCKS[version - 1]!;
  const data: number[][] = [];
  let at = 0;
  for (const [many, length] of blocks) {
    for (let block = 0; block < many; block++, at += length) data.push(words.slice(at, at + length));
  }
  const checks = data.map((block) => correction(block, degree));
  return [...inTurns(data), ...inTurns(checks)];
}

function inTurns(blocks: readonly number[][]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, place) => blocks.flatMap((block) => block.slice(place, place + 1))).flat();
}

// ---- where it is written

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

class Drawing {
  readonly size: number;
  readonly dark: Matrix;
  readonly fixed: Matrix;

  constructor(readonly version: number) {
    this.size = 17 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false));
    this.fixed = Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false));
    this.patterns();
  }

  private set(row: number, column: number, dark: boolean): void {
    this.dark[row]![column] = dark;
    this.fixed[row]![column] = true;
  }

  private patterns(): void {
    const { size } = this;
    for (const [top, left] of [
      [0, 0],
      [0, size - 7],
      [size - 7, 0],
    ] as const) {
      // prettier-ignore
      for (let row = -1; row <= 7; row++) {
        for (let column = -1; column <= 7; column++) {
          if (!this.dark[top + row] || this.dark[top + row]![left + column] === undefined) continue;
          const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3));
          this.set(top + row, left + column, ring !== 2 && ring !== 4);
        }
      }
    }
    for (let place = 8; place < size - 8; place++) {
      this.set(6, place, place % 2 === 0);
      this.set(place, 6, place % 2 === 0);
    }
    const places = ALIGNED[this.version - 1]!;
    for (const middle of places) {
      for (const across of places) {
        if (this.fixed[middle]![across] && !(middle === 6 || across === 6)) continue;
        if ((middle === 6 || across === 6) && this.corner(middle, across)) continue;
        for (let row = -2; row <= 2; row++) {
          for (let column = -2; column <= 2; column++) {
            this.set(middle + row, across + column, Math.max(Math.abs(row), Math.abs(column)) !== 1);
          }
        }
      }
    }
    this.format(0); // so that its places are kept free
    if (this.version >= 7) this.tellVersion();
  }

  private corner(row: number, column: number): boolean {
    const last = this.size - 7;
    return (row === 6 && (column === 6 || column === last)) || (row === last && column === 6);
  }

  format(mask: number): void {
    const bits = formatBits(mask);
    const last = this.size - 1;
    for (let bit = 0; bit < 15; bit++) {
      const dark = ((bits >> bit) & 1) === 1;
      const row = bit < 6 ? bit : bit < 8 ? bit + 1 : last - 14 + bit;
      this.set(row, 8, dark);
      const column = bit < 8 ? last - bit : bit === 8 ? 7 : 14 - bit;
      this.set(8, column, dark);
    }
    this.set(last - 7, 8, true);
  }

  private tellVersion(): void {
    const bits = versionBits(this.version);
    for (let bit = 0; bit < 18; bit++) {
      const dark = ((bits >> bit) & 1) === 1;
      const [along, across] = [Math.floor(bit / 3), this.size - 11 + (bit % 3)];
      this.set(along, across, dark);
      this.set(across, along, dark);
    }
  }

  /** Up and down in pairs of columns from the right, past the column of the timing. */
  write(words: readonly number[]): void {
    let bit = 0;
    let up = true;
    for (let right = this.size - 1; right > 0; right -= 2, up = !up) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step++) {
        const row = up ? this.size - 1 - step : step;
        for (const column of [right, right - 1]) {
          if (this.fixed[row]![column]) continue;
          const word = words[bit >> 3] ?? 0; // what is left over stays light
          this.dark[row]![column] = ((word >> (7 - (bit & 7))) & 1) === 1;
          bit += 1;
        }
      }
    }
  }

  masked(mask: number): Matrix {
    const turn = MASKS[mask]!;
    this.format(mask);
    return this.dark.map((cells, row) =>
      cells.map((dark, column) => (this.fixed[row]![column] ? dark : dark !== turn(row, column))),
    );
  }
}

/** How hard a matrix is to read: long runs, squares, what looks like a corner, too much of one colour. */
export function penalty(matrix: Matrix): number {
  const size = matrix.length;
  const lines = [...matrix, ...matrix.map((_, column) => matrix.map((row) => row[column] as boolean))];
  let sum = 0;
  for (const line of lines) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let at = 0; at + 11 <= size; at++) {
      const part = text.slice(at, at + 11);
      if (part === "10111010000" || part === "00001011101") sum += 40;
    }
  }
  let dark = 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const cell = matrix[row]![column];
      if (cell) dark += 1;
      if (row === 0 || column === 0) continue;
      const before = matrix[row - 1]!;
      if (cell === before[column] && cell === before[column - 1] && cell === matrix[row]![column - 1]) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((dark * 100) / (size * size) - 50) / 5);
}

/** The code of a text; null if it is too long. A mask may be asked for, else the best is taken. */
export function qr(text: string, mask?: number): Matrix | null {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  if (!version) return null;
  const drawing = new Drawing(version);
  drawing.write(codewords(bytes, version));
  if (mask !== undefined) return drawing.masked(mask);
  const found = MASKS.map((_, place) => drawing.masked(place));
  return found.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

/** The dark cells as one path, a unit each, with the quiet zone left to whoever draws it. */
export function pathOf(matrix: Matrix): string {
  return matrix
    .flatMap((cells, row) => cells.map((dark, column) => (dark ? `M${column} ${row}h1v1h-1z` : "")))
    .join("");
}
