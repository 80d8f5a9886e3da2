// The parts of the page that work without a server: where they lie, and which files the service worker keeps.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";

const INTERPRETER = new URL("node_modules/pyodide/", import.meta.url);
const WHEELS = new URL("wheels/", import.meta.url);
const FILES = ["pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];
const MODULE = "virtual:offline";

/** The wheel that `tools/wheel.py` has fetched, if it could. */
function wheel() {
  const found = existsSync(WHEELS) ? readdirSync(WHEELS).filter((name) => name.endsWith(".whl")) : [];
  return found.sort().at(-1) ?? null;
}

/** The parts for offline use, by the name they are served under: a folder that changes with what it holds. */
function parts() {
  const name = wheel();
  const files = new Map();
  if (name !== null) {
    for (const file of FILES) files.set(file, readFileSync(new URL(file, INTERPRETER)));
    files.set(name, readFileSync(new URL(name, WHEELS)));
  }
  const hash = createHash("sha256");
  for (const [file, bytes] of files) hash.update(file).update(bytes);
  return { folder: `offline/${hash.digest("hex").slice(0, 12)}/`, files, wheel: name };
}

/** Tells the page where the parts for offline use lie. */
export function offlineModule() {
  return {
    name: "sandtable-offline-module",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      const { folder, wheel } = parts();
      const python = JSON.stringify({ folder: `/${folder}`, files: FILES });
      const msgspec = JSON.stringify(wheel === null ? null : `/${folder}${wheel}`);
      return `export const PYTHON = ${python}; export const MSGSPEC = ${msgspec};`;
    },
  };
}

/** Lays the parts for offline use beside the page, and tells the service worker which files make up the page. */
export function offlineFiles() {
  return {
    name: "sandtable-offline-files",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const { folder, files } = parts();
        for (const [name, source] of files) this.emitFile({ type: "asset", fileName: folder + name, source });
        const shell = Object.keys(bundle)
          .filter((name) => /^(assets|worker)\//.test(name))
          .sort();
        const whole = createHash("sha256").update(folder);
        for (const name of [...shell, "index.html"]) {
          const part = bundle[name];
          whole.update(name).update(part ? (part.type === "chunk" ? part.code : part.source) : "");
        }
        const worker = bundle["sw.js"];
        if (worker?.type !== "chunk") return;
        worker.code = worker.code
          .replaceAll("SANDTABLE_SHELL", JSON.stringify(shell.map((name) => `/${name}`)))
          .replaceAll("SANDTABLE_OFFLINE", JSON.stringify(`/${folder}`))
          .replaceAll("SANDTABLE_BUILD", JSON.stringify(whole.digest("hex").slice(0, 12)));
      },
    },
  };
}
