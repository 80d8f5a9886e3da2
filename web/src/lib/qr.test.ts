import { expect, test } from "vitest";
import { codewords, correction, formatBits, pathOf, penalty, qr, versionBits, versionFor, type Matrix } from "./qr";

test("the standard's own numbers", () => {
  // HELLO WORLD in a code of version 1-M, as it is worked out in every book on the matter.
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(correction(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
  expect(formatBits(0).toString(2)).toBe("101010000010010");
  expect(formatBits(5).toString(2)).toBe("100000011001110");
  expect(formatBits(7).toString(2)).toBe("100101010100000");
  expect(versionBits(7)).toBe(0x07c94);
  expect(versionBits(10)).toBe(0x0a4d3);
});

test("the smallest version that holds it", () => {
  expect([14, 15, 26, 27, 180, 181, 213, 214].map(versionFor)).toEqual([1, 2, 2, 3, 9, 10, 10, 0]);
  expect(qr("x".repeat(214))).toBeNull();
});

test("blocks are taken in turns", () => {
  const words = codewords(new Uint8Array(150).fill(0x41), 8); // two blocks of 38 and two of 39
  expect(words).toHaveLength(2 * 38 + 2 * 39 + 4 * 22);
  expect(words.slice(0, 4)).toEqual([0x49, 0x14, 0x14, 0x14]); // 0100, 150, then 4 and 1 by turns, from each block
});

function cells(matrix: Matrix, row: number, column: number, many: number): string {
  return (matrix[row] ?? [])
    .slice(column, column + many)
    .map((dark) => (dark ? "#" : "."))
    .join("");
}

test("corners, timing, the dark cell and the format stand where they must", () => {
  const matrix = qr("sandtable", 3) as Matrix;
  expect(matrix).toHaveLength(21);
  expect(cells(matrix, 0, 0, 8)).toBe("#######.");
  expect(cells(matrix, 3, 0, 8)).toBe("#.###.#.");
  expect(cells(matrix, 7, 0, 8)).toBe("........");
  expect(cells(matrix, 0, 13, 8)).toBe(".#######");
  expect(cells(matrix, 20, 0, 8)).toBe("#######.");
  expect(cells(matrix, 6, 7, 7)).toBe(".#.#.#.");
  expect(matrix[13]?.[8]).toBe(true);
  const told = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => (matrix[8]?.[column] ? "1" : "0")).join("");
  expect(told).toBe(formatBits(3).toString(2).padStart(15, "0").slice(0, 8));
  const copy = Array.from({ length: 8 }, (_, place) => (matrix[8]?.[20 - place] ? 1 : 0));
  expect(copy.reduce<number>((sum, bit, place) => sum + bit * 2 ** place, 0)).toBe(formatBits(3) & 0xff);
});

/** Read a matrix back: the places that carry data, in the order of the standard, without the mask. */
function read(matrix: Matrix, version: number, masked: (row: number, column: number) => boolean): number[] {
  const size = matrix.length;
  const centres = version === 1 ? [] : version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7];
  const taken = (row: number, column: number): boolean => {
    if (row === 6 || column === 6) return true;
    if ((row < 9 && column < 9) || (row < 9 && column >= size - 8) || (row >= size - 8 && column < 9)) return true;
    if (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true;
    return centres.some((one) =>
      centres.some((other) => {
        const corner = [one, other].filter((at) => at === 6).length;
        if (corner === 2 || (corner === 1 && (one === size - 7 || other === size - 7))) return false;
        return Math.abs(row - one) <= 2 && Math.abs(column - other) <= 2;
      }),
    );
  };
  const columns: number[] = [];
  for (let column = size - 1; column >= 0; column--) if (column !== 6) columns.push(column);
  let bits = "";
  for (let pair = 0; pair < columns.length; pair += 2) {
    const rows = Array.from({ length: size }, (_, row) => (pair % 4 === 0 ? size - 1 - row : row));
    for (const row of rows) {
      for (const column of [columns[pair] as number, columns[pair + 1] as number]) {
        if (!taken(row, column)) bits += matrix[row]?.[column] !== masked(row, column) ? "1" : "0";
      }
    }
  }
  return (bits.match(/.{8}/g) ?? []).map((word) => parseInt(word, 2));
}

test("what was written is read back, in codes of one block and of several", () => {
  const link = "http://192.168.1.20:8765/battle/abcdefghjkmn#seat=1&token=0123456789abcdef0123456789abcdef";
  for (const text of ["sandtable", link, link + link.slice(0, 40)]) {
    const bytes = new TextEncoder().encode(text);
    const version = versionFor(bytes.length);
    const masked = (row: number, column: number): boolean => (row + column) % 2 === 0;
    const found = read(qr(text, 0) as Matrix, version, masked);
    expect(found.slice(0, codewords(bytes, version).length)).toEqual(codewords(bytes, version));
  }
});

test("the mask that reads best is taken", () => {
  const taken = penalty(qr("sandtable") as Matrix);
  for (let mask = 0; mask < 8; mask++) expect(penalty(qr("sandtable", mask) as Matrix)).toBeGreaterThanOrEqual(taken);
  expect(pathOf([[true, false], [false, true]])).toBe("M0 0h1v1h-1zM1 1h1v1h-1z"); // prettier-ignore
});
