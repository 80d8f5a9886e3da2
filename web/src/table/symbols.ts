import ground from "./symbols/ground.svg?raw";
import men from "./symbols/men.svg?raw";
import small from "./symbols/small.svg?raw";
import vehicles from "./symbols/vehicles.svg?raw";
import weapons from "./symbols/weapons.svg?raw";

/** All symbols, without the frames that make each file a picture by itself. */
export const SYMBOLS = [men, small, weapons, vehicles, ground]
  .map((file) => file.replace(/<\/?svg[^>]*>/g, "").trim())
  .join("\n");

/** What can be used: their names. */
export const SYMBOL_IDS: ReadonlySet<string> = new Set(
  [...SYMBOLS.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id as string),
);
