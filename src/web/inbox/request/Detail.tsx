import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Copy } from "../../shell/Copy.tsx";
import { TabList } from "../../shell/TabList.tsx";
import { formatTime } from "../../shell/time.ts";
import { formatBytes } from "../../../lib/text/format-bytes.ts";
import type { InboxAccess } from "../access.ts";
import { AttemptList } from "./AttemptList.tsx";
import { Body } from "./Body.tsx";
import { Form } from "./Form.tsx";
import { RequestHeaders } from "./RequestHeaders.tsx";
import { lazy } from "../lazy.tsx";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import { formatPlannedResponse, formatType } from "../record.ts";
import { describeSender } from "../sender.ts";
import type { DetailSheet } from "./use-sheet.ts";

const Replay = lazy((parts) => parts.Replay);
const Signature = lazy((parts) => parts.Signature);
const Source = lazy((parts) => parts.Source);

interface DetailProps {
  inbox: InboxAccess;
  record: InboxRecord;
  /** All requests, newest first. */
  records: ReadonlySignal<readonly InboxRecord[]>;
  /** The request that was chosen: without one the newest is shown. */
  picked: Signal<InboxRecord | undefined>;
  sheet: DetailSheet;
  /** Lets the reader choose another request to compare this one with. */
  compare(record: InboxRecord): void;
}

type Tab = "body" | "headers" | "form" | "raw" | "curl" | "signature" | "replay";

/**
 * One request in full, all of it as text. The next request takes over its elements, because
 * creating them is the longest work of a busy inbox.
 */
export function Detail(props: DetailProps): JSX.Element {
  const { inbox, record, records, picked, sheet, compare } = props;
  const { method, path, query, receivedAt, ip, bodySize, contentType } = record;
  const sender = describeSender(record);
  return (
    <>
      <header>
        {sheet.isOpen.value && <Back close={sheet.close} />}
        <h2 id="detail-title">
          <b>{method}</b> <span class="path">{shorten(path) || "/"}</span>
        </h2>
        <p class="status">
          {picked.value && (
            <button
              type="button"
              class="quiet latest scripted"
              onClick={() => (picked.value = undefined)}
            >
              Jump to latest
            </button>
          )}
          {records.value.length > 1 && (
            <button type="button" class="quiet scripted" onClick={() => compare(record)}>
              Compare
            </button>
          )}
          <span>{formatTime(receivedAt)}</span>
        </p>
      </header>
      <dl class="facts">
        <Fact name="From" value={ip} />
        {sender !== undefined && <Fact name="Event" value={sender} />}
        <Fact name="Type" value={formatType(contentType) || "none"} />
        <Fact name="Size" value={formatBytes(bodySize)} />
        {path.length > LONG && <Fact name="Path" value={path} />}
        {query && <Fact name="Query" value={query} />}
        {record.answered && <Fact name="Response" value={formatPlannedResponse(record.answered)} />}
      </dl>
      <AttemptList record={record} records={records} picked={picked} />
      <Tabs inbox={inbox} record={record} />
    </>
  );
}

/** The button that closes the sheet. It takes the focus from the list below. */
function Back({ close }: { close(): void }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <button type="button" class="button back" ref={button} onClick={close}>
      ← Requests
    </button>
  );
}

function Tabs({ inbox, record }: Pick<DetailProps, "inbox" | "record">): JSX.Element {
  const selected = useSignal<Tab | undefined>(undefined);
  const fields = record.bodyForm?.length ?? 0;
  const titles: Partial<Record<Tab, string>> = {
    body: "Body",
    headers: `Headers ${record.rawHeaders.length}`,
    ...(fields > 0 && { form: `Form ${fields}` }),
    raw: "Raw",
    curl: "curl",
    signature: "Signature",
    replay: "Replay",
  };
  const tabs = Object.keys(titles) as Tab[];
  // A form is easier to read than its body. The next request may have none.
  const defaultTab = fields > 0 ? "form" : "body";
  const current = tabs.find((tab) => tab === selected.value) ?? defaultTab;
  // Without scripts, which select tabs, the body of a form is rendered, too.
  const isRendered = (tab: Tab) =>
    tab === current || tab === "headers" || (tab === "body" && selected.value === undefined);
  return (
    <>
      <TabList
        class="tabs scripted"
        aria-label="Parts of the request"
        titles={titles}
        current={current}
        panels="part-"
        select={(tab) => (selected.value = tab)}
      />
      {tabs.map((tab) => (
        <div
          key={tab}
          role="tabpanel"
          id={`part-${tab}`}
          aria-labelledby={`tab-${tab}`}
          class={tab === current ? undefined : "inactive"}
        >
          {isRendered(tab) && <Part tab={tab} inbox={inbox} record={record} />}
        </div>
      ))}
    </>
  );
}

interface TabPanelProps extends Pick<DetailProps, "inbox" | "record"> {
  tab: Tab;
}

function Part({ tab, ...props }: TabPanelProps): JSX.Element {
  const { inbox, record } = props;
  const { api, token } = inbox;
  if (tab === "headers") return <RequestHeaders record={record} />;
  if (tab === "body") {
    const raw = `${api}/records/${encodeURIComponent(record.id)}/raw`;
    return <Body record={record} raw={raw} token={token} />;
  }
  if (tab === "form") return <Form {...props} />;
  if (tab === "replay") return <Replay {...props} />;
  if (tab === "signature") return <Signature {...props} />;
  return <Source {...props} format={tab === "raw" ? "http" : "curl"} />;
}

/** Maximum characters of a heading or a fact; a longer text is shown in a place that scrolls. */
const LONG = 80;

function Fact({ name, value }: { name: string; value: string }): JSX.Element {
  const isLong = value.length > LONG;
  return (
    <div class={isLong ? "long" : undefined}>
      <dt>
        {name}
        {isLong && <Copy text={value} what={`the ${name.toLowerCase()}`} />}
      </dt>
      <dd tabIndex={isLong ? 0 : undefined}>{value}</dd>
    </div>
  );
}

function shorten(text: string): string {
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}
