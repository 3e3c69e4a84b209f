import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Copy } from "../../shell/Copy.tsx";
import { Retry } from "../Retry.tsx";
import type { InboxAccess } from "../access.ts";
import { Download } from "../Download.tsx";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";
import { withToken } from "../token.ts";

interface SourceProps {
  inbox: InboxAccess;
  record: InboxRecord;
  format: "http" | "curl";
}

/** Larger bodies are offered as a download. */
const MAX_BODY_BYTES = 200_000;

const NAMES = { http: "request", curl: "curl command" };
const EXTENSIONS = { http: "http", curl: "sh" };

/** A request as HTTP text or as a curl command. The export writes it, byte for byte. */
export function Source({ inbox: { api, token }, record, format }: SourceProps): JSX.Element {
  const url = `${api}/export?format=${format}&preflight=true&after=${record.seq - 1}&limit=1`;
  const text = useSignal<string | undefined>(undefined);
  const problem = useSignal("");
  const isLarge = record.bodySize > MAX_BODY_BYTES;
  const isLoading = !isLarge && text.value === undefined && problem.value === "";
  const load = async (signal: AbortSignal) => {
    text.value = undefined;
    problem.value = "";
    try {
      const response = await fetch(url, { ...withToken(token), signal });
      const body = await response.text();
      if (response.ok && body !== "") text.value = trimScript(body);
      else problem.value = "This request is no longer in the inbox.";
    } catch {
      if (!signal.aborted) problem.value = "The server does not respond.";
    }
  };
  const attempt = useSignal(0);
  useEffect(() => {
    const controller = new AbortController();
    if (!isLarge) void load(controller.signal);
    return () => controller.abort();
  }, [url, attempt.value]);
  return (
    <div class="body">
      <div class="bar">
        <span class="grow none" role="status">
          {isLarge ? "Too large to show." : isLoading && "Loading…"}
        </span>
        {text.value !== undefined && <Copy text={text.value} what={`the ${NAMES[format]}`} />}
        <Download
          url={url}
          token={token}
          name={`${record.id}.${EXTENSIONS[format]}`}
          what={`the ${NAMES[format]}`}
        />
      </div>
      {problem.value !== "" && <Retry problem={problem.value} retry={() => attempt.value++} />}
      {text.value !== undefined && <pre tabIndex={0}>{text.value}</pre>}
    </div>
  );
}

/**
 * Removes a script's first comments, because some shells do not accept comments that are pasted.
 */
function trimScript(text: string): string {
  return text.startsWith("#!") ? text.replace(/^(?:#.*\n|\s)+/, "").trim() : text.trim();
}
