/** Whether the umpire can do without the server, and the way to the rules that run here. */
import { MSGSPEC, PYTHON } from "virtual:offline";
import { ApiError } from "../lib/api";
import type { Call, Files, Told, Wrapped } from "./calls";

export type Readiness = "unknown" | "fetching" | "ready" | "unavailable" | "not-built";

const PATIENCE = 60_000; // milliseconds; an old telephone takes its time to begin

class Offline {
  readiness: Readiness = $state(MSGSPEC === null ? "not-built" : "unknown");
  problem = $state("");
  private worker: Worker | null = null;
  private files: Files | null = null;
  private waiting = new Map<number, { good: (value: unknown) => void; bad: (error: Error) => void }>();
  private last = 0;
  private beginning: Promise<void> | null = null;

  /** Fetch and keep everything that is needed, once, when the page has nothing better to do. */
  prepare(book: string): Promise<void> {
    if (this.readiness === "not-built" || this.readiness === "ready") return Promise.resolve();
    this.beginning ??= this.begin(book).finally(() => (this.beginning = null));
    return this.beginning;
  }

  private async begin(book: string): Promise<void> {
    this.readiness = "fetching";
    try {
      if (!(await keeper())) throw new Error("this browser keeps no pages for later (that takes https or localhost)");
      const files = await this.find();
      await this.call("ready", book, "", "");
      // At the first visit everything was fetched before anybody was there to keep it.
      const parts = [files.msgspec, files.rules, ...PYTHON.files.map((name) => PYTHON.folder + name)];
      const told = `/api/rulesets/${encodeURIComponent(book)}`;
      await keep([...parts, "/api/books", `${told}/questions`, `${told}/rules`, "/api/rules-archive"]);
      this.readiness = "ready";
    } catch (error) {
      this.readiness = "unavailable";
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  private async find(): Promise<Files> {
    if (this.files) return this.files;
    const response = await fetch("/api/rules-archive");
    if (!response.ok || MSGSPEC === null) throw new Error("the rules cannot be fetched");
    const { address } = (await response.json()) as { address: string };
    return (this.files = { python: PYTHON.folder, msgspec: MSGSPEC, rules: address });
  }

  /** Ask the rules that run here. */
  async ask<T>(what: Call["what"], book: string, question = "", body: unknown = null): Promise<T> {
    if (MSGSPEC === null)
      throw new ApiError("offline", "The server does not answer, and this build has no rules for offline use.");
    const text = await this.call(what, book, question, JSON.stringify(body));
    const told = JSON.parse(text) as Wrapped;
    if ("problem" in told) throw new ApiError(told.problem.code, told.problem.reason);
    return told.good as T;
  }

  private async call(what: Call["what"], book: string, question: string, body: string): Promise<string> {
    const files = await this.find();
    const worker = (this.worker ??= this.start());
    const id = (this.last += 1);
    return new Promise((good, bad) => {
      const timer = setTimeout(() => this.settle({ id, failed: "the rules take too long to begin" }), PATIENCE);
      this.waiting.set(id, {
        good: (value) => (clearTimeout(timer), good(value as string)),
        bad: (error) => (clearTimeout(timer), bad(error)),
      });
      worker.postMessage({ id, files, what, book, question, body } satisfies Call);
    });
  }

  private start(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "rules" });
    worker.onmessage = (event: MessageEvent<Told>) => this.settle(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      this.worker = null;
      for (const id of [...this.waiting.keys()])
        this.settle({ id, failed: event.message || "the rules did not begin" });
    };
    return worker;
  }

  private settle(told: Told): void {
    const asker = this.waiting.get(told.id);
    this.waiting.delete(told.id);
    if ("text" in told) asker?.good(told.text);
    else asker?.bad(new ApiError("offline", `The rules could not be run here: ${told.failed}`));
  }
}

/** The service worker, once it looks after this page; null where there can be none. */
async function keeper(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator)) return null;
  const registered = await navigator.serviceWorker.register("/sw.js", { scope: "/" });
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller)
    await new Promise<void>((done) =>
      navigator.serviceWorker.addEventListener("controllerchange", () => done(), { once: true }),
    );
  return registered;
}

/** Have the service worker keep these, and wait until it has. */
async function keep(addresses: string[]): Promise<void> {
  const answers = await Promise.all(addresses.map((address) => fetch(address)));
  const missing = addresses.filter((_, at) => !answers[at]?.ok);
  if (missing.length) throw new Error(`not to be had: ${missing.join(", ")}`);
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
}

export const offline = new Offline();
