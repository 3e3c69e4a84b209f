import { useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { Copy } from "../shell/Copy.tsx";
import { Countdown } from "./Countdown.tsx";
import { Detail } from "./Detail.tsx";
import { liveInbox } from "./live.ts";
import { type Captured, holds } from "./record.ts";
import { Row } from "./Row.tsx";

/** What an inbox's page starts with. */
export interface InboxProps {
  id: string;
  /** Where to send: the whole address. */
  url: string;
  basePath: string;
  /** The newest requests, for readers without a script. */
  records: Captured[];
  expiresAt: string | null;
}

/** Rows that are drawn before one asks for more: a burst redraws no more than these. */
const FIRST_ROWS = 100;

/** An inbox: its address, what has arrived, and the one that is looked at. */
export function Inbox(props: InboxProps): JSX.Element {
  const { id, url, basePath, records: first } = props;
  const api = `${basePath}/api/v1/inboxes/${encodeURIComponent(id)}`;
  const live = useMemo(() => liveInbox(`${api}/events`, first), []);
  const search = useSignal("");
  const chosen = useSignal<string | undefined>(undefined);
  useEffect(() => {
    live.open();
    return live.stop;
  }, []);
  const all = live.records;
  const rows = useSignal(FIRST_ROWS);
  const shown = useComputed(() => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    return words.length === 0 ? all.value : all.value.filter((record) => holds(record, words));
  });
  const detail = useComputed(
    () => shown.value.find((record) => record.id === chosen.value) ?? shown.value[0],
  );
  const choose = useMemo(() => (recordId: string) => (chosen.value = recordId), []);
  return (
    <>
      <Address url={url} api={api} expiresAt={props.expiresAt} count={all.value.length} />
      <div class="requests">
        <section class="panel list" aria-labelledby="list-title">
          <header>
            <h2 id="list-title">Requests</h2>
            <p class="status" role="status">
              <span class={live.state.value}>{stateText(live.state.value)}</span>
              <span>{all.value.length} here</span>
            </p>
          </header>
          <p class="search">
            <input
              type="search"
              aria-label="Search requests"
              placeholder="Search method, path, headers, body"
              value={search.value}
              onInput={({ currentTarget }) => (search.value = currentTarget.value)}
            />
          </p>
          {shown.value.length === 0 && <Empty searching={all.value.length > 0} />}
          <ol class="rows-of-requests">
            {shown.value.slice(0, rows.value).map((record) => (
              <Row
                key={record.id}
                record={record}
                isChosen={record.id === detail.value?.id}
                choose={choose}
              />
            ))}
          </ol>
          {shown.value.length > rows.value && (
            <button type="button" class="quiet more" onClick={() => (rows.value += FIRST_ROWS)}>
              Show older requests
            </button>
          )}
        </section>
        <section class="panel detail" aria-labelledby="detail-title">
          {detail.value ? (
            <Detail key={detail.value.id} record={detail.value} api={api} />
          ) : (
            <>
              <header>
                <h2 id="detail-title">Request</h2>
              </header>
              <p class="empty pad">Headers and body of a request show here.</p>
            </>
          )}
        </section>
      </div>
    </>
  );
}

function stateText(state: string): string {
  return state === "live" ? "Live" : state === "away" ? "Reconnecting…" : "Connecting…";
}

function Empty({ searching }: { searching: boolean }): JSX.Element {
  return (
    <p class="empty pad">
      {searching
        ? "No request holds these words."
        : "Nothing has arrived yet. Send anything to the address above; it shows here at once."}
    </p>
  );
}

interface AddressProps {
  url: string;
  api: string;
  expiresAt: string | null;
  count: number;
}

function Address({ url, api, expiresAt, count }: AddressProps): JSX.Element {
  const send = () =>
    void fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ event: "test", sentAt: new Date().toISOString() }),
    });
  return (
    <div class="panel address">
      <code id="inbox-url">{url}</code>
      <p class="actions">
        <Copy text={url} label="Copy URL" what="of this inbox" />
        <button type="button" class="quiet" onClick={send}>
          Send a test
        </button>
        <Countdown api={api} expiresAt={expiresAt} known={count > 0} />
      </p>
    </div>
  );
}
