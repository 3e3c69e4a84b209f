import { type Signal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { Address } from "./Address.tsx";
import { Detail } from "./Detail.tsx";
import { List } from "./List.tsx";
import { TokenForm } from "./TokenForm.tsx";
import { type Live, useInboxStream } from "./use-inbox-stream.ts";
import { type Captured, finder } from "./record.ts";
import { isPrivateInbox, tokenInFragment } from "./token.ts";
import { useUnreadTitle } from "./use-unread-title.ts";
import { Workbench } from "./Workbench.tsx";

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

/** An inbox: its address, what has arrived, and the one that is looked at. */
export function Inbox(props: InboxProps): JSX.Element {
  const { id, url, basePath, records: first } = props;
  const api = `${basePath}/api/v1/inboxes/${encodeURIComponent(id)}`;
  const read = `${basePath}/api/v1/webhook/${encodeURIComponent(id)}`;
  const live = useMemo(() => useInboxStream({ events: `${api}/events`, read }, first), []);
  const token = useSignal<string | undefined>(undefined);
  const isLocked = useComputed(() => live.state.value === "locked");
  const open = (readToken: string | undefined) => {
    token.value = readToken;
    if (isPrivateInbox(id) && readToken === undefined) live.state.value = "locked";
    else live.start(readToken);
  };
  useEffect(() => {
    open(isPrivateInbox(id) ? tokenInFragment() : undefined);
    return live.stop;
  }, []);
  const search = useSignal("");
  const fits = useComputed(() => finder(search.value));
  const found = useComputed(() => live.records.value.filter(fits.value));
  const picked = useSignal<Captured | undefined>(undefined);
  const detail = useSignal(first[0]);
  useSignalEffect(() => {
    // A picked request stays, even when the inbox has let go of it.
    const pick = picked.value && fits.value(picked.value) ? picked.value : undefined;
    const known = pick && found.value.find((record) => record.id === pick.id);
    if (pick) detail.value = known ?? pick;
    else if (!live.isBusy.value) detail.value = found.value[0];
  });
  useUnreadTitle(live.records);
  const isEmpty = useComputed(() => live.records.value.length === 0);
  const unlock = (readToken: string) => {
    // The fragment is sent to no server, so a link to the page can carry the token.
    history.replaceState(null, "", `#token=${encodeURIComponent(readToken)}`);
    open(readToken);
  };
  const shared = { api, token: token.value };
  return (
    <>
      <Address
        {...shared}
        url={url}
        path={read}
        expiresAt={props.expiresAt}
        life={live.life.value}
      />
      {isLocked.value && <TokenForm isWrong={token.value !== undefined} open={unlock} />}
      <div class="requests">
        <section class="panel list" aria-labelledby="list-title">
          <header>
            <h2 id="list-title">Requests</h2>
            <Status live={live} />
          </header>
          <Search text={search} />
          <List records={found} chosen={detail} choose={(record) => (picked.value = record)}>
            {isEmpty.value
              ? "Nothing has arrived yet. Send anything to the address above; it shows here at once."
              : "No request holds these words."}
          </List>
        </section>
        <section class="panel detail" aria-labelledby="detail-title">
          {detail.value ? (
            <Detail {...shared} record={detail.value} picked={picked} />
          ) : (
            <NoDetail />
          )}
        </section>
      </div>
      {!isLocked.value && <Workbench {...shared} id={id} onDelete={live.clear} />}
    </>
  );
}

const STATES = {
  opening: "Connecting…",
  live: "Live",
  read: "Read in turns",
  away: "Reconnecting…",
  locked: "Private",
};

function Status({ live: { state, records } }: { live: Live }): JSX.Element {
  return (
    <p class="status" role="status">
      {/* Another element for another state: one that only grew would move. */}
      <span key={state.value} class={state.value}>
        {STATES[state.value]}
      </span>
      <span>{records.value.length} here</span>
    </p>
  );
}

function Search({ text }: { text: Signal<string> }): JSX.Element {
  return (
    <p class="search">
      <input
        type="search"
        aria-label="Search requests"
        placeholder="Search method, path, headers, body"
        value={text.value}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
      />
    </p>
  );
}

function NoDetail(): JSX.Element {
  return (
    <>
      <header>
        <h2 id="detail-title">Request</h2>
      </header>
      <p class="empty pad">Headers and body of a request show here.</p>
    </>
  );
}
