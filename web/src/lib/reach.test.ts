import { expect, test } from "vitest";
import { handedOut, onlyHere } from "./reach";

test("names of the machine itself are good for nobody else", () => {
  for (const name of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "LOCALHOST"]) expect(onlyHere(name)).toBe(true);
  for (const name of ["192.168.1.5", "table.example", "10.0.0.1", "[fe80::1]"]) expect(onlyHere(name)).toBe(false);
});

test("an address is handed out that others can open, or none", () => {
  expect(handedOut("http://192.168.1.5:8765", [])).toBe("http://192.168.1.5:8765");
  expect(handedOut("http://127.0.0.1:8765", ["http://127.0.0.1:8765", "http://192.168.1.5:8765/"])).toBe(
    "http://192.168.1.5:8765",
  );
  expect(handedOut("http://localhost:8765", [])).toBeNull();
  expect(handedOut("http://localhost:8765", ["nonsense"])).toBeNull();
});
