// Makes a file of types from the schema of the server's messages: node types.mjs SCHEMA TARGET. `make types` runs it.
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const schema = JSON.parse(readFileSync(process.argv[2], "utf8"));
const names = Object.keys(schema.$defs);
schema.title = "Everything";
schema.type = "object";
schema.properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
schema.required = names;
schema.additionalProperties = false;
const banner = "/* Made by `make types` from src/sandtable/server/messages.py and http_types.py. Not to be edited. */";
const made = await compile(schema, "Everything", {
  bannerComment: banner,
  additionalProperties: false,
  format: false,
  ignoreMinAndMaxItems: true,
  unknownAny: true,
});
writeFileSync(process.argv[3], made);
