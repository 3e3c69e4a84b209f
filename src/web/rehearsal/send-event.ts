import type { AttemptOutcome, deliverEvent } from "../../domain/rehearsal/deliver.ts";
import type { ProviderName } from "../../domain/webhook-signature/names.ts";
import { isSent } from "../inbox/request/replay-request.ts";

/** The API's own code, bundled for browsers. */
interface DeliveryModule {
  deliverEvent: typeof deliverEvent;
}

/** The request that the form describes. */
export interface EventForm {
  provider: ProviderName;
  /** The headers of the chosen example. */
  headers: Readonly<Record<string, string>> | undefined;
  body: string;
  url: string;
  secret: string;
  /** Seconds between attempts. */
  delays: readonly number[];
}

const TIMEOUT_MS = 30_000;
/** Characters of a response that are shown. */
const MAX_RESPONSE = 2000;

/** Returns why a page cannot send to a URL; empty when it can. */
export function explainTarget(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    return "Enter a full URL, such as http://localhost:8080/hook.";
  const { hostname, origin } = new URL(url);
  if (/^(localhost|127\.0\.0\.1)$/.test(hostname) || origin === location.origin) return "";
  return "This page can call localhost, 127.0.0.1 and this server only. Use the command for other hosts.";
}

/** Sends an event and its retries from this browser. Rejects for a secret that cannot sign. */
export async function sendEvent(script: string, form: EventForm, signal: AbortSignal) {
  const { deliverEvent: deliver } = (await import(/* @vite-ignore */ script)) as DeliveryModule;
  const { delays, ...event } = form;
  return deliver({
    event: { ...event, id: createId() },
    delays,
    send: (headers, body) => post(form.url, { headers: headers.filter(isSent), body, signal }),
    wait: (seconds) => waitUnless(signal, seconds * 1000),
    now: Date.now,
  });
}

/** Not `randomUUID`, which pages have only over HTTPS and on localhost. */
function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function post(
  url: string,
  { headers, body, signal }: { headers: [string, string][]; body: string; signal: AbortSignal },
): Promise<AttemptOutcome> {
  const beganMs = performance.now();
  const getElapsedMs = () => Math.round(performance.now() - beganMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      credentials: "omit",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const text = (await response.text()).slice(0, MAX_RESPONSE);
    return { status: response.status, body: text, ms: getElapsedMs() };
  } catch {
    return { problem: signal.aborted ? "stopped" : "no readable response", ms: getElapsedMs() };
  }
}

/** Resolves to true after the time, or to false when the signal is aborted. */
function waitUnless(signal: AbortSignal, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, true);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve(false);
    });
    if (signal.aborted) resolve(false);
  });
}
