import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Command } from "../Command.tsx";
import type { InboxAccess } from "../access.ts";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import { BlockedByBrowser } from "./BlockedByBrowser.tsx";
import { addHttp, quoteArgument, type ReplayRequest, toReplay } from "./replay-request.ts";
import { withToken } from "../token.ts";
import { readStored, writeStored } from "../../shell/storage.ts";

interface ReplayProps {
  inbox: InboxAccess;
  record: InboxRecord;
}

type Outcome =
  | { kind: "problem"; message: string }
  | { kind: "blocked"; request: ReplayRequest }
  | { kind: "response"; request: ReplayRequest; status: string; ms: number; body: string };

const TIMEOUT_MS = 30_000;
/** Characters of a response that are shown. */
const MAX_RESPONSE = 5000;
const TARGET_KEY = "sundry:replay-target";

/** Kept while requests are chosen one after the other. */
const target = signal(readTarget());

/** Sends a captured request from the browser to a program on this machine. */
export function Replay({ inbox, record }: ReplayProps): JSX.Element {
  const last = useSignal<{ id: string; outcome: Outcome } | undefined>(undefined);
  const isSending = useSignal(false);
  // The outcome belongs to one request.
  const outcome = last.value?.id === record.id ? last.value.outcome : undefined;
  const send = async () => {
    isSending.value = true;
    last.value = { id: record.id, outcome: await replay(inbox, record, addHttp(target.value)) };
    isSending.value = false;
  };
  return (
    <form
      class="pad part-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending.value) void send();
      }}
    >
      <label for="replay-target">Send this request to</label>
      <span class="with-button">
        <input
          id="replay-target"
          type="text"
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          value={target.value}
          aria-describedby="replay-help"
          onInput={({ currentTarget }) => (target.value = currentTarget.value)}
        />
        <button class="primary">{isSending.value ? "Sending…" : "Replay"}</button>
      </span>
      <p class="help" id="replay-help">
        Sent by this browser to a program on this machine, with the same method, path, query and
        body. Nothing goes over the server.
      </p>
      <div role="status">
        {outcome && <OutcomeView outcome={outcome} command={toCommand(inbox, record)} />}
      </div>
    </form>
  );
}

/** Returns the command that replays the request without a browser's limits. */
function toCommand({ id, token }: InboxAccess, { seq }: InboxRecord): string {
  const place = [id, String(seq), addHttp(target.value)].map(quoteArgument).join(" ");
  const secret = token === undefined ? "" : " --token …";
  return `sundry inbox replay ${place} --server ${location.origin}${secret}`;
}

interface OutcomeProps {
  outcome: Outcome;
  command: string;
}

function OutcomeView({ outcome, command }: OutcomeProps): JSX.Element {
  if (outcome.kind === "problem") {
    return (
      <>
        <p class="problem">{outcome.message}</p>
        <Command command={command} />
      </>
    );
  }
  const { request } = outcome;
  if (outcome.kind === "blocked") return <BlockedByBrowser request={request} command={command} />;
  return (
    <>
      <p class="verdict">
        <strong>{outcome.status}</strong> <span class="none">in {outcome.ms} ms</span>
      </p>
      {request.omitted.length > 0 && (
        <p class="help">Not sent, because browsers set them: {request.omitted.join(", ")}.</p>
      )}
      {outcome.body !== "" && <pre tabIndex={0}>{outcome.body}</pre>}
    </>
  );
}

async function replay(
  { api, token }: InboxAccess,
  record: InboxRecord,
  to: string,
): Promise<Outcome> {
  const request = toReplay(record, to);
  if (typeof request === "string") return { kind: "problem", message: request };
  writeStored(TARGET_KEY, to);
  const raw = await fetch(`${api}/records/${encodeURIComponent(record.id)}/raw`, withToken(token))
    .then((response) => (response.ok ? response.arrayBuffer() : undefined))
    .catch(() => undefined);
  if (!raw) return { kind: "problem", message: "The body could not be read from the inbox." };
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
    return { kind: "response", request, status, ms, body: text };
  } catch {
    return { kind: "blocked", request };
  }
}

function readTarget(): string {
  return readStored(TARGET_KEY) ?? "http://localhost:8080/hook";
}
