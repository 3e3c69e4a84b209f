import { type ReadonlySignal, type Signal, useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { Address } from "./Address.tsx";
import { Copy } from "../shell/Copy.tsx";
import { Command } from "./Command.tsx";
import type { InboxAccess } from "./access.ts";
import { type ComparisonChoice, useComparison } from "./compare/use-comparison.ts";
import { lazy } from "./lazy.tsx";
import { Detail } from "./request/Detail.tsx";
import { List } from "./list/List.tsx";
import type { InboxRecord } from "../../domain/record/inbox-record.ts";
import { isPrivateInbox } from "../../domain/record/private-inbox.ts";
import { Tools } from "./Tools.tsx";
import type { InboxStream } from "./stream/inbox-stream.ts";
import { useInboxStream } from "./stream/use-inbox-stream.ts";
import { useSelection } from "./list/use-selection.ts";
import { useSheet } from "./request/use-sheet.ts";
import { useUnreadTitle } from "./use-unread-title.ts";

const ChooseSecond = lazy((parts) => parts.ChooseSecond);
const Comparison = lazy((parts) => parts.Comparison);
const TokenForm = lazy((parts) => parts.TokenForm);

/** The props with which the server renders an inbox's page. */
export interface InboxProps {
  id: string;
  /** The whole URL to which requests are sent. */
  url: string;
  basePath: string;
  /** The newest requests, which readers without a script get. */
  records: InboxRecord[];
  /** The id of the request that the URL selects. */
  selected?: string;
  expiresAt: string | null;
  /** Seconds from the first request to the end of the inbox. */
  lifetime: number;
  /** The URL of the script that verifies signatures. */
  verifier?: string;
}

/**
 * An inbox: its URL, its requests, and one of them in detail. The component lasts as long as the
 * page.
 */
export function Inbox(props: InboxProps): JSX.Element {
  const { id, url, basePath, verifier } = props;
  const api = `${basePath}/api/v1/inboxes/${encodeURIComponent(id)}`;
  const read = `${basePath}/api/v1/webhook/${encodeURIComponent(id)}`;
  const { stream, token, unlock } = useInboxStream(
    id,
    { events: `${api}/events`, read },
    props.records,
  );
  const isLocked = useComputed(() => stream.state.value === "locked");
  const isEmpty = useComputed(() => stream.records.value.length === 0);
  const selection = useSelection(stream, props.records, props.selected);
  const comparison = useComparison(stream.records);
  const sheet = useSheet(() => {
    if (comparison.pair.value) comparison.end();
  });
  const choose = (record: InboxRecord) => {
    if (comparison.isChoosing.value) {
      if (!comparison.choose(record)) return;
    } else selection.picked.value = record;
    sheet.open();
  };
  useUnreadTitle(stream.records);
  const inbox: InboxAccess = { id, url, api, token: token.value, verifier };
  return (
    <>
      <div class="panel inbox-head">
        <Address
          api={api}
          token={token.value}
          url={url}
          path={read}
          expiresAt={props.expiresAt}
          lifetime={props.lifetime}
          generation={stream.generation.value}
        />
        {isPrivateInbox(id) && (
          <PrivateNote url={`${basePath}/inbox/${encodeURIComponent(id)}`} token={token.value} />
        )}
        {!isLocked.value && <Tools inbox={inbox} onDelete={stream.clear} />}
      </div>
      {isLocked.value && <TokenForm isWrong={token.value !== undefined} open={unlock} />}
      <div class={comparison.pair.value ? "requests comparing" : "requests"}>
        <Requests {...{ inbox, stream, selection, comparison, choose, isLocked, isEmpty }} />
        <Selected {...{ inbox, stream, selection, comparison, sheet, isEmpty }} />
      </div>
    </>
  );
}

interface RequestsProps {
  inbox: InboxAccess;
  stream: InboxStream;
  selection: ReturnType<typeof useSelection>;
  comparison: ComparisonChoice;
  isLocked: ReadonlySignal<boolean>;
  isEmpty: ReadonlySignal<boolean>;
  choose(record: InboxRecord): void;
}

/** The list of requests, with its search. */
function Requests(props: RequestsProps): JSX.Element {
  const { inbox, stream, selection, comparison, choose, isLocked, isEmpty } = props;
  const isPrivate = isPrivateInbox(inbox.id);
  return (
    <section class="panel list" aria-labelledby="list-title">
      <header>
        <h2 id="list-title">Requests</h2>
        <Status stream={stream} isPrivate={isPrivate} />
      </header>
      <p class="help pad unscripted">
        {isPrivate
          ? "The page of a private inbox needs JavaScript, which reads it with your token."
          : "Without JavaScript this page shows the newest requests. Reload it to see later ones."}
      </p>
      {comparison.isChoosing.value && <ChooseSecond comparison={comparison} />}
      <Search text={selection.search} />
      <List
        records={selection.matching}
        chosen={selection.detail}
        isBusy={stream.isBusy}
        isNew={stream.isNew}
        isChoosing={comparison.isChoosing}
        choose={choose}
      >
        {isLocked.value
          ? "The requests appear here once you enter the read token."
          : isEmpty.value
            ? "Waiting for the first request. Send one to the URL above and it appears here instantly."
            : "No requests match the search."}
      </List>
    </section>
  );
}

type SharedProps = "inbox" | "stream" | "selection" | "comparison" | "isEmpty";

interface SelectedProps extends Pick<RequestsProps, SharedProps> {
  sheet: ReturnType<typeof useSheet>;
}

/** The selected request, two of them compared, or how to send the first one. */
function Selected(props: SelectedProps): JSX.Element {
  const { inbox, stream, selection, comparison, sheet, isEmpty } = props;
  const { picked, detail } = selection;
  const pair = comparison.pair.value;
  return (
    <section
      class={`panel detail${sheet.isOpen.value ? " sheet" : ""}${isEmpty.value ? " first" : ""}`}
      aria-labelledby="detail-title"
      role={sheet.isOpen.value ? "dialog" : undefined}
      aria-modal={sheet.isOpen.value ? "true" : undefined}
    >
      {pair ? (
        <Comparison pair={pair} close={sheet.isOpen.value ? sheet.close : comparison.end} />
      ) : detail.value ? (
        <Detail
          inbox={inbox}
          record={detail.value}
          records={stream.records}
          picked={picked}
          sheet={sheet}
          compare={(record) => {
            comparison.start(record);
            sheet.close();
          }}
        />
      ) : (
        <FirstRequest url={inbox.url} />
      )}
    </section>
  );
}

/** The readers of a private inbox in words, and the link for a colleague. */
function PrivateNote({ url, token }: { url: string; token: string | undefined }): JSX.Element {
  return (
    <p class="help private">
      Private: reading it takes the read token, which this device keeps until you forget the inbox
      on the <a href={url.replace(/\/[^/]*$/, "")}>inbox page</a>. Anyone with the read link can
      read and delete the requests.{" "}
      {token !== undefined && (
        <Copy
          text={`${location.origin}${url}#token=${encodeURIComponent(token)}`}
          label="Copy read link"
          what="of this inbox"
        />
      )}
    </p>
  );
}

const STATES = {
  opening: "Connecting…",
  live: "Live",
  polling: "Polling",
  disconnected: "Reconnecting…",
  locked: "Private",
};

interface InboxStatusProps {
  stream: InboxStream;
  isPrivate: boolean;
}

function Status({ stream: { state, records }, isPrivate }: InboxStatusProps): JSX.Element {
  const { length } = records.value;
  return (
    <p class="status" role="status">
      {/* Keyed, because a text that only changes its width would count as a layout shift. */}
      <span key={state.value} class={`${state.value} scripted`}>
        {STATES[state.value]}
      </span>
      {/* Without a script or its token the page of a private inbox knows no requests. */}
      {state.value !== "locked" && (
        <span class={isPrivate ? "scripted" : undefined}>
          {length === 1 ? "1 request" : `${length} requests`}
        </span>
      )}
    </p>
  );
}

function Search({ text }: { text: Signal<string> }): JSX.Element {
  return (
    <p class="search scripted">
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

/** Shows a command that sends the first request. */
function FirstRequest({ url }: { url: string }): JSX.Element {
  return (
    <>
      <header>
        <h2 id="detail-title">Send a request</h2>
      </header>
      <div class="pad first-request">
        <p class="none">Use the URL as the webhook of any service, or try it in a terminal:</p>
        <Command
          command={`curl -d '{"event":"test"}' -H 'Content-Type: application/json' ${url}`}
        />
      </div>
    </>
  );
}
