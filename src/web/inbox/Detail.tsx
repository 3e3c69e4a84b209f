import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Copy } from "../shell/Copy.tsx";
import { sizeText } from "../tool/answer.ts";
import { Tree } from "./Tree.tsx";
import { type Captured, hexRows, isSecret, parseExactly } from "./record.ts";

interface DetailProps {
  record: Captured;
  api: string;
  /** The request that somebody picked: without one the newest is shown. */
  picked: Signal<Captured | undefined>;
}

/** One request in full: what it asked, its headers, its body in every form. All of it as text. */
export function Detail({ record, api, picked }: DetailProps): JSX.Element {
  const { id, method, path, query, receivedAt, ip, bodySize, contentType } = record;
  return (
    <>
      <header>
        <h2 id="detail-title">
          <b>{method}</b> <span class="path">{path || "/"}</span>
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
        <Fact name="Type" value={contentType ?? "none"} />
        <Fact name="Size" value={sizeText(bodySize)} />
        {query && <Fact name="Query" value={query} />}
      </dl>
      <Body record={record} raw={`${api}/records/${encodeURIComponent(id)}/raw`} />
      <Headers headers={record.headers} />
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

type View = "text" | "json" | "hex";
const TITLES: Record<View, string> = { text: "Text", json: "JSON", hex: "Hex" };

function Body({ record, raw }: { record: Captured; raw: string }): JSX.Element {
  const hasJson = record.bodyJson !== null && record.bodyJson !== undefined;
  // What the page came with lacks the JSON that the stream brings a moment later.
  const chosen = useSignal<View | undefined>(undefined);
  const view = chosen.value ?? (hasJson ? "json" : "text");
  const views: View[] = hasJson ? ["json", "text", "hex"] : ["text", "hex"];
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
        <a href={raw} download>
          Raw
        </a>
      </div>
      {record.truncated && (
        <p class="problem pad">Over the size limit: only its beginning is kept.</p>
      )}
      {view === "json" && <Tree value={parseExactly(record.body) ?? record.bodyJson} />}
      {view === "text" && <pre tabIndex={0}>{record.body}</pre>}
      {view === "hex" && <pre tabIndex={0}>{hexRows(record)}</pre>}
    </div>
  );
}

function Headers({ headers }: { headers: Record<string, string> }): JSX.Element {
  const shown = useSignal<ReadonlySet<string>>(new Set());
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
                {isSecret(name) && !shown.value.has(name) ? (
                  <button
                    type="button"
                    class="quiet secret"
                    aria-label={`Show the value of ${name}`}
                    onClick={() => (shown.value = new Set([...shown.value, name]))}
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
