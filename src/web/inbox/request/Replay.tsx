import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Command } from "../Command.tsx";
import type { InboxAccess } from "../access.ts";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import { BlockedByBrowser } from "./BlockedByBrowser.tsx";
import { addHttp, formatInboxCommand } from "./replay-request.ts";
import { ReplayEdit, type RequestEdit } from "./ReplayEdit.tsx";
import { readBody, replay, type ReplayOutcome } from "./send-replay.ts";
import { readStored, writeStored } from "../../shell/storage.ts";

interface ReplayProps {
  inbox: InboxAccess;
  record: InboxRecord;
}

const TARGET_KEY = "sundry:replay-target";

/** Kept while requests are chosen one after the other. */
const target = signal(readStored(TARGET_KEY) ?? "http://localhost:8080/hook");

/** Sends a captured request from the browser to a program on this machine. */
export function Replay({ inbox, record }: ReplayProps): JSX.Element {
  const last = useSignal<{ id: string; outcome: ReplayOutcome } | undefined>(undefined);
  const isSending = useSignal(false);
  const edit = useSignal<RequestEdit | undefined>(undefined);
  // The outcome belongs to one request.
  const outcome = last.value?.id === record.id ? last.value.outcome : undefined;
  // It replays the request without a browser's limits.
  const args = [String(record.seq), addHttp(target.value)];
  const command = formatInboxCommand(inbox, "replay", ...args);
  const send = async () => {
    isSending.value = true;
    const to = addHttp(target.value);
    const sent = await replay(inbox, { record, edit: edit.value, to });
    if (sent.kind !== "problem") writeStored(TARGET_KEY, to);
    last.value = { id: record.id, outcome: sent };
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
      <TargetField isSending={isSending.value} />
      <ReplayEdit
        key={record.id}
        record={record}
        edit={edit}
        readBody={() => readBody(inbox, record)}
      />
      <div role="status">{outcome && <OutcomeView outcome={outcome} command={command} />}</div>
    </form>
  );
}

function TargetField({ isSending }: { isSending: boolean }): JSX.Element {
  return (
    <>
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
        <button class="primary">{isSending ? "Sending…" : "Replay"}</button>
      </span>
      <p class="help" id="replay-help">
        Sent by this browser to a program on this machine, with the same method, path, query and
        body. Nothing goes over the server.
      </p>
    </>
  );
}

interface OutcomeProps {
  outcome: ReplayOutcome;
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
