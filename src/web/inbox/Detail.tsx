import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { copyText } from "../shell/clipboard.ts";
import { formatBytes } from "../tool/response.ts";
import { Tree } from "./Tree.tsx";
import { type Captured, formatAnswer, hexRows, isSecret, parseExactly } from "./record.ts";
import { saveFile, withToken } from "./token.ts";
import { ActionButton, Copy } from "../shell/Copy.tsx";

interface DetailProps {
  record: Captured;
  api: string;
  /** The read token of a private inbox. */
  token: string | undefined;
  /** The request that somebody picked: without one the newest is shown. */
  picked: Signal<Captured | undefined>;
}

/**
 * One request in full: what it asked, its headers, its body in every form. All of it as text.
 * The next one takes over its elements: drawing all of them anew is the longest work of a busy inbox.
 */
export function Detail({ record, api, token, picked }: DetailProps): JSX.Element {
  const { id, method, path, query, receivedAt, ip, bodySize, contentType } = record;
  return (
    <>
      <header>
        <h2 id="detail-title">
          <b>{method}</b> <span class="path">{shortened(path) || "/"}</span>
        </h2>
        <p class="status">
          {picked.value && (
            <button type="button" class="quiet" onClick={() => (picked.value = undefined)}>
              Follow the newest
            </button>
          )}
          <span>{receivedAt.replace("T", " ").replace("Z", " UTC")}</span>
        </p>
      </header>
      <dl class="facts">
        <Fact name="From" value={ip} />
        <Fact name="Type" value={contentType || "none"} />
        <Fact name="Size" value={formatBytes(bodySize)} />
        {path.length > LONG && <Fact name="Path" value={path} />}
        {record.jsonError && <Fact name="JSON" value={record.jsonError} />}
        {query && <Fact name="Query" value={query} />}
        {record.answered && <Fact name="Response" value={formatAnswer(record.answered)} />}
      </dl>
      <p class="record-actions scripted">
        <ActionButton label="Copy as curl" done="Copied" run={() => copyCurl(api, record, token)} />
      </p>
      <Body record={record} raw={`${api}/records/${encodeURIComponent(id)}/raw`} token={token} />
      <Headers record={record} />
    </>
  );
}

/** Copies the request as a curl command, which the export writes byte for byte. */
async function copyCurl(
  api: string,
  { seq }: Captured,
  token: string | undefined,
): Promise<boolean> {
  const url = `${api}/export?format=curl&preflight=true&after=${seq - 1}&limit=1`;
  const response = await fetch(url, withToken(token));
  return response.ok && copyText(await response.text());
}

/** Characters that a heading or a fact shows at once; the whole of a longer one scrolls in its own place. */
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

/** Characters of a body that are drawn: to lay out millions holds a browser up for many seconds. */
const MAX_SHOWN = 50_000;

type View = "text" | "json" | "hex";
const TITLES: Record<View, string> = { text: "Text", json: "JSON", hex: "Hex" };

interface BodyProps {
  record: Captured;
  /** The address of the body's bytes. */
  raw: string;
  token: string | undefined;
}

function Body({ record, raw, token }: BodyProps): JSX.Element {
  const hasJson = record.bodyJson !== null && record.bodyJson !== undefined;
  // Of what the page came with only the newest has its JSON; the stream brings the others' a moment later.
  const chosen = useSignal<View | undefined>(undefined);
  const views: View[] = hasJson ? ["json", "text", "hex"] : ["text", "hex"];
  const view = views.find((one) => one === chosen.value) ?? views[0];
  if (record.bodySize === 0) return <p class="empty pad">No body.</p>;
  return (
    <div class="body">
      <div class="bar">
        <div role="group" aria-label="Show the body as">
          {views.map((one) => (
            <button
              type="button"
              key={one}
              aria-pressed={one === view}
              onClick={() => (chosen.value = one)}
            >
              {TITLES[one]}
            </button>
          ))}
        </div>
        <Copy text={record.body} what="the body" />
        <a
          href={raw}
          download
          onClick={(event) => {
            if (token === undefined) return;
            // A link sends no token.
            event.preventDefault();
            void saveFile(raw, token, `${record.id}.bin`);
          }}
        >
          Raw
        </a>
      </div>
      {record.truncated && (
        <p class="problem pad">Over the size limit: only its beginning is kept.</p>
      )}
      {record.jsonError !== undefined && (
        <p class="problem pad">Not valid JSON: {record.jsonError}</p>
      )}
      {view === "json" && <Tree value={parseExactly(record.body) ?? record.bodyJson} />}
      {/* Another body is read from its beginning. */}
      {view !== "json" && (
        <pre key={record.id} tabIndex={0}>
          {view === "hex" ? hexRows(record) : beginning(record.body)}
        </pre>
      )}
    </div>
  );
}

function Headers({ record: { id, headers } }: { record: Captured }): JSX.Element {
  const shown = useSignal<{ id: string; names: readonly string[] }>({ id, names: [] });
  // What was uncovered of one request covers itself with the next.
  const names = shown.value.id === id ? shown.value.names : [];
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Headers">
      <table class="headers">
        <thead>
          <tr>
            <th scope="col">Header</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(headers).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                {isSecret(name) && !names.includes(name) ? (
                  <button
                    type="button"
                    class="quiet secret"
                    aria-label={`Show the value of ${name}`}
                    onClick={() => (shown.value = { id, names: [...names, name] })}
                  >
                    •••••••• Show
                  </button>
                ) : (
                  value
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function beginning(text: string): string {
  const more = text.length - MAX_SHOWN;
  return more > 0 ? `${text.slice(0, MAX_SHOWN)}\n… ${more} characters more` : text;
}

function shortened(text: string): string {
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}
