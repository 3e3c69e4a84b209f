import type { Values } from "../../../form/values.ts";
import type { ToolView } from "../../view.ts";
import { findFile } from "./file-store.ts";
import { sendInvoice } from "./source.ts";

/** A response whose body was read. */
export interface ReadReply {
  status: number;
  headers: [name: string, value: string][];
  text: string;
}

interface Reading {
  /** The options that the file was read with. */
  options: string;
  reply: Promise<ReadReply>;
  cancel(): void;
}

/** The responses to the files of this visit, which a list shows again without a request. */
const readings = new Map<string, Reading>();

/** Milliseconds to wait after 429 without `Retry-After`, and at most. */
const MAX_WAIT_MS = 60_000;

/** Reads the file of a form once for the same options. Rejects when it is canceled. */
export function readFileOnce(view: ToolView, values: Values): Promise<ReadReply> {
  const { file = "", profile = "", language = "" } = values;
  const options = JSON.stringify([profile, language]);
  const reading = readings.get(file);
  if (reading?.options === options) return reading.reply;
  const controller = new AbortController();
  const reply = request(view, values, controller.signal);
  readings.set(file, { options, reply, cancel: () => controller.abort() });
  // One that failed or was canceled is read again when it is chosen.
  reply.catch(() => readings.delete(file));
  return reply;
}

export function cancelFile(key: string): void {
  readings.get(key)?.cancel();
  readings.delete(key);
}

/** Waits where the limit a minute is reached, because a list may be longer. */
async function request(view: ToolView, values: Values, signal: AbortSignal): Promise<ReadReply> {
  for (;;) {
    const response = await sendInvoice(view, values, {}, signal);
    if (response.status !== 429) {
      const { status, headers } = response;
      return { status, headers: [...headers], text: await response.text() };
    }
    const seconds = Number(response.headers.get("retry-after") ?? Infinity);
    await pause(Math.min(seconds * 1000, MAX_WAIT_MS), signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("", "AbortError"));
    });
  });
}

/** Responds to a form with a file of this visit. */
export async function respond(view: ToolView, values: Values): Promise<Response | undefined> {
  if (!findFile(values)) return undefined;
  const { text, ...init } = await readFileOnce(view, values);
  return new Response(text, init);
}
