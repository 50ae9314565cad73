// One request a question. A server that is gone is waited for, so that no game is lost.
import { server } from "./server.svelte";
import type { Place } from "./types";

/** Why the server has no answer, in its words. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly exit: number,
    readonly places: Place[],
  ) {
    super(message);
  }
}

const PATIENCE = 6;

const sleep = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

async function send(question: string, body: object, signal?: AbortSignal): Promise<Response> {
  for (let busy = 0; ; ) {
    try {
      const response = await fetch(`/api/${question}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: signal ?? null,
      });
      server.lost = false;
      if (response.status !== 503 || ++busy > PATIENCE) return response;
      await sleep(500 * busy, signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof TypeError)) throw error;
      server.lost = true;
      await sleep(700, signal);
    }
  }
}

async function failure(response: Response): Promise<Failure> {
  try {
    const { error, exit, places } = await response.json();
    return new Failure(String(error).replace(/^error: /, ""), exit, places ?? []);
  } catch {
    return new Failure(`${response.status} ${response.statusText}`, 4, []);
  }
}

export async function ask<T>(question: string, body: object, signal?: AbortSignal): Promise<T> {
  const response = await send(question, body, signal);
  if (!response.ok) throw await failure(response);
  return response.json();
}

export async function askBytes(question: string, body: object, signal?: AbortSignal): Promise<ArrayBuffer> {
  const response = await send(question, body, signal);
  if (!response.ok) throw await failure(response);
  return response.arrayBuffer();
}

/** What to show of an error; nothing if the question was taken back. */
export function words(error: unknown): string {
  if (error instanceof DOMException && error.name === "AbortError") return "";
  return error instanceof Error ? error.message : String(error);
}
