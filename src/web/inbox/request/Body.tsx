import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Copy } from "../../shell/Copy.tsx";
import { Download } from "../Download.tsx";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import { explainJsonError, formatHexRows, parseExactly } from "../record.ts";
import { Tree } from "./Tree.tsx";

/**
 * Characters of a body that are rendered, because the layout of millions blocks a browser for many
 * seconds.
 */
const MAX_SHOWN = 50_000;

type View = "text" | "json" | "hex";
const TITLES: Record<View, string> = { text: "Text", json: "JSON", hex: "Hex" };

interface RequestBodyProps {
  record: InboxRecord;
  /** The URL of the body's bytes. */
  raw: string;
  token: string | undefined;
}

/** The body of a request as JSON, text or bytes. */
export function Body({ record, raw, token }: RequestBodyProps): JSX.Element {
  const hasJson = record.bodyJson !== null && record.bodyJson !== undefined;
  // The page has the JSON of one request at first; the stream brings that of the others a moment
  // later.
  const chosen = useSignal<View | undefined>(undefined);
  const views: View[] = hasJson ? ["json", "text", "hex"] : ["text", "hex"];
  const defaultView = isBinary(record.body) ? "hex" : views[0];
  const view = views.find((name) => name === chosen.value) ?? defaultView;
  if (record.bodySize === 0) return <p class="empty pad">This request has no body.</p>;
  const problem = explainJsonError(record);
  return (
    <div class="body">
      <div class="bar">
        <div role="group" aria-label="Show the body as" class="scripted">
          {views.map((name) => (
            <button
              type="button"
              key={name}
              aria-pressed={name === view}
              onClick={() => (chosen.value = name)}
            >
              {TITLES[name]}
            </button>
          ))}
        </div>
        <span class="scripted">
          <Copy text={record.body} what="the body" />
        </span>
        <Download url={raw} token={token} name={`${record.id}.bin`} what="the body" />
      </div>
      {record.truncated && (
        <p class="problem pad">Over the size limit: only the beginning is stored.</p>
      )}
      {problem !== undefined && <p class="problem pad">Invalid JSON: {problem}</p>}
      {view === "json" && <Tree value={parseExactly(record.body) ?? record.bodyJson} />}
      {/* Keyed, so that another body is scrolled to its beginning. */}
      {view !== "json" && (
        <pre key={record.id} tabIndex={0}>
          {view === "hex" ? formatHexRows(record) : excerpt(record.body)}
        </pre>
      )}
    </div>
  );
}

/** Characters at the beginning of a body that are searched for those that no text has. */
const MAX_PROBED = 200;
/** Minimum characters that are not UTF-8 among them for a binary body. */
const MIN_INVALID = 10;

/**
 * Returns true for a body that would be unreadable as text, because its beginning has control
 * characters or much that is not UTF-8.
 */
function isBinary(body: string): boolean {
  const probed = body.slice(0, MAX_PROBED);
  const hasControls = /(?!\s)\p{Cc}/u.test(probed);
  return hasControls || (probed.match(/\uFFFD/g)?.length ?? 0) >= MIN_INVALID;
}

function excerpt(text: string): string {
  const more = text.length - MAX_SHOWN;
  return more > 0 ? `${text.slice(0, MAX_SHOWN)}\n… ${more} characters more` : text;
}
