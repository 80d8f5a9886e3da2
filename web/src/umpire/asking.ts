/** The umpire's three calls: to the server, and where it does not answer, to the same rules in this browser. */
import { ApiError, call, post } from "../lib/api";
import { offline } from "../offline/offline.svelte";
import type { Given } from "./link";
import type { Beyond } from "./supposing";
import type { AnswerView, LedView, UmpireView } from "../wire";

const PATIENCE = 2500; // milliseconds until the rules here are quicker than the line

/** Where the last answer came from: people may want to know. */
export type Origin = "server" | "here";

export interface From<T> {
  told: T;
  origin: Origin;
}

async function either<T>(server: () => Promise<T>, here: () => Promise<T>): Promise<From<T>> {
  const ready = offline.readiness === "ready";
  if (ready && !navigator.onLine) return { told: await here(), origin: "here" };
  try {
    return { told: await (ready ? inTime(server()) : server()), origin: "server" };
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "offline")) throw error;
    if (offline.readiness === "not-built") throw error;
    return { told: await here(), origin: "here" };
  }
}

function inTime<T>(asked: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, fail) =>
    setTimeout(() => fail(new ApiError("offline", "The server takes too long to answer.")), PATIENCE),
  );
  return Promise.race([asked, late]);
}

const path = (book: string, ...rest: string[]): string =>
  ["/api/rulesets", ...[book, "questions", ...rest].map(encodeURIComponent)].join("/");

export const asking = {
  listed: (book: string): Promise<From<UmpireView>> =>
    either(
      () => call<UmpireView>(path(book)),
      () => offline.ask<UmpireView>("listed", book),
    ),
  asked: (
    book: string,
    question: string,
    given: Given,
    options: object,
    { supposed, joint }: Beyond,
  ): Promise<From<AnswerView>> => {
    const put = { given, options, supposed, joint: joint.length ? [joint] : [] };
    return either(
      () => post<AnswerView>(path(book, question), put),
      () => offline.ask<AnswerView>("asked", book, question, put),
    );
  },
  led: (
    book: string,
    question: string,
    given: Given,
    options: object,
    throws: readonly number[][],
  ): Promise<From<LedView>> =>
    either(
      () => post<LedView>(path(book, question, "steps"), { given, options, throws }),
      () => offline.ask<LedView>("led", book, question, { given, options, throws }),
    ),
};
