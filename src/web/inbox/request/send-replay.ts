import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import type { InboxAccess } from "../access.ts";
import { withToken } from "../token.ts";
import { parseHeaderLines, type RequestEdit } from "./ReplayEdit.tsx";
import { type ReplayRequest, toReplay } from "./replay-request.ts";
import { signAgain } from "./sign-again.ts";

/** The response to a replay, or the reason for none. */
export type ReplayOutcome =
  | { kind: "problem"; message: string }
  | { kind: "blocked"; request: ReplayRequest }
  | { kind: "response"; request: ReplayRequest; status: string; ms: number; body: string };

const TIMEOUT_MS = 30_000;
/** Characters of a response that are shown. */
const MAX_RESPONSE = 5000;

/** A captured request, as received or with changes, and its target. */
interface Replayed {
  record: InboxRecord;
  edit: RequestEdit | undefined;
  to: string;
}

/** Reads the body of a captured request; undefined when it cannot be read. */
export function readBody({ api, token }: InboxAccess, { id }: InboxRecord) {
  return fetch(`${api}/records/${encodeURIComponent(id)}/raw`, withToken(token))
    .then((response) => (response.ok ? response.arrayBuffer() : undefined))
    .catch(() => undefined);
}

/** Sends a captured request from the browser, as received or with changes. */
export async function replay(
  inbox: InboxAccess,
  { record, edit, to }: Replayed,
): Promise<ReplayOutcome> {
  const changed = edit?.id === record.id ? applyEdit(record, edit) : record;
  const request = typeof changed === "string" ? changed : toReplay(changed, to);
  if (typeof request === "string") return { kind: "problem", message: request };
  const text = edit?.id === record.id ? edit.body : undefined;
  const raw = text === undefined ? await readBody(inbox, record) : new TextEncoder().encode(text);
  if (!raw) return { kind: "problem", message: "The body could not be read from the inbox." };
  const secret = edit?.secret.trim() ?? "";
  if (secret === "") return post(request, raw);
  const signed = await sign(inbox, { request, body: new Uint8Array(raw), secret });
  if (typeof signed === "string") return { kind: "problem", message: signed };
  return post({ ...request, headers: signed }, raw);
}

/** Returns the request with the method and headers of the form, or what is wrong with them. */
function applyEdit(record: InboxRecord, { method, headers }: RequestEdit): InboxRecord | string {
  const rawHeaders = parseHeaderLines(headers);
  if (typeof rawHeaders === "string") return rawHeaders;
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(method)) return "Enter a method, such as POST.";
  return { ...record, method: method.toUpperCase(), rawHeaders };
}

interface ToSign {
  request: ReplayRequest;
  body: Uint8Array;
  secret: string;
}

async function sign({ verifier }: InboxAccess, { request, body, secret }: ToSign) {
  const { headers, url } = request;
  try {
    return await signAgain(verifier, { headers, body, url }, secret);
  } catch (error) {
    return error instanceof TypeError
      ? "The server does not respond."
      : `${(error as Error).message}.`;
  }
}

async function post(request: ReplayRequest, raw: ArrayBuffer | Uint8Array<ArrayBuffer>) {
  const { url, method, headers } = request;
  const body = raw.byteLength > 0 && !/^(GET|HEAD)$/.test(method) ? { body: raw } : {};
  const beganMs = performance.now();
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...body,
      // As the command line does.
      redirect: "manual",
      credentials: "omit",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = (await response.text()).slice(0, MAX_RESPONSE);
    const status =
      response.type === "opaqueredirect"
        ? "Redirect, not followed"
        : `${response.status} ${response.statusText}`.trim();
    const ms = Math.round(performance.now() - beganMs);
    return { kind: "response", request, status, ms, body: text } as const;
  } catch {
    return { kind: "blocked", request } as const;
  }
}
