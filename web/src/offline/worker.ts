/**
 * The rules themselves, in Python, in a worker of the browser. It answers the umpire's three calls with the same words
 * as the server, since it runs the same code: nothing of a rule is written here.
 */
import { loadPyodide } from "pyodide";
import type { Call, Files, Told } from "./calls";

type Bridge = (what: string, book: string, question: string, body: string) => string;

let bridge: Promise<Bridge> | null = null;

async function bytes(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}

async function begin(files: Files): Promise<Bridge> {
  const [python, wheel, rules] = await Promise.all([
    loadPyodide({ indexURL: files.python, packageBaseUrl: files.python }) /* nothing from elsewhere */,
    bytes(files.msgspec),
    bytes(files.rules),
  ]);
  python.unpackArchive(wheel, "wheel");
  python.unpackArchive(rules, "zip", { extractDir: "/rules" });
  python.runPython("import sys; sys.path.insert(0, '/rules'); from sandtable.offline import inert; inert.install()");
  return python.runPython("from sandtable.offline.bridge import answer; answer") as Bridge;
}

onmessage = (event: MessageEvent<Call>): void => {
  const call = event.data;
  bridge ??= begin(call.files);
  bridge.then(
    (ask) => {
      try {
        tell({ id: call.id, text: ask(call.what, call.book, call.question, call.body) });
      } catch (error) {
        tell({ id: call.id, failed: String(error) });
      }
    },
    (error: unknown) => {
      bridge = null; // what could not be loaded now may be there later
      tell({ id: call.id, failed: String(error) });
    },
  );
};

function tell(told: Told): void {
  postMessage(told);
}
