import { EXAMPLE_RESPONSES, PATH_VALUES, SAMPLE_BODIES } from "./inbox-examples.ts";
import type { Site } from "../tool-summary.ts";
import type { SampleRequest } from "../tool/samples/request.ts";
import type { Operation } from "./operations.ts";

/** File extensions of results by their media types. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "text/html": "html",
  "application/pdf": "pdf",
  "application/zip": "zip",
  "image/png": "png",
  "image/svg+xml": "svg",
};

/** Returns an operation's path with the example values of its parameters. */
export function formatExampleUrl({ path, query }: Operation): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => PATH_VALUES[name] ?? name);
  return query === "" ? filled : `${filled}?${query}`;
}

/** Returns the request of an operation's example. */
export function toSampleRequest(
  { origin, requiresKey }: Pick<Site, "origin" | "requiresKey">,
  operation: Operation,
): SampleRequest {
  const { id, method, example, types } = operation;
  const reads = getReading(types);
  const extension = EXTENSIONS[types[0] ?? ""] ?? "bin";
  return {
    method,
    url: origin + formatExampleUrl(operation),
    input: example ?? SAMPLE_BODIES[id],
    accept: undefined,
    needsKey: requiresKey,
    file: reads === "file" ? `result.${extension}` : undefined,
    reads: reads === "file" || reads === "json" ? undefined : reads,
  };
}

/** Returns what a program does with the response. */
function getReading([type]: readonly string[]):
  | NonNullable<SampleRequest["reads"]>
  | "file"
  | "json" {
  if (type === undefined) return "nothing";
  if (type === "text/event-stream") return "events";
  if (type === "application/json") return "json";
  if (EXTENSIONS[type] !== undefined) return "file";
  return type.startsWith("text/") || type.endsWith("ndjson") ? "text" : "file";
}

/**
 * Returns the response of an operation whose example was not run: a known one, or its beginning.
 */
export function formatKnownResponse({ id, statuses, types }: Operation): string {
  const example = EXAMPLE_RESPONSES[id];
  if (example) return formatJson(example);
  const [status = "200"] = statuses;
  const [type] = types;
  return type === undefined ? `HTTP/1.1 ${status}` : `HTTP/1.1 ${status}\nContent-Type: ${type}`;
}

/** Characters of a string, lines of JSON, and characters of other text that a sample shows. */
const MAX_STRING = 60;
const MAX_LINES = 40;
const MAX_TEXT = 160;

/**
 * Formats a response as a sample: JSON alone, and of others the head and the beginning of a text.
 */
export function formatResponse(type: string, body: Buffer): string {
  if (type.startsWith("application/json")) return formatJson(JSON.parse(body.toString("utf8")));
  const head = `HTTP/1.1 200 OK\nContent-Type: ${type}\nContent-Length: ${body.length}`;
  if (!/^text\/|svg/.test(type)) return head;
  const text = body.toString("utf8").replaceAll(/\s*\n\s*/g, "\n");
  return `${head}\n\n${text.slice(0, MAX_TEXT)}${text.length > MAX_TEXT ? "…" : ""}`;
}

function formatJson(value: unknown): string {
  const lines = JSON.stringify(value, shortenStrings, 2).split("\n");
  return lines.length > MAX_LINES
    ? [...lines.slice(0, MAX_LINES), "…"].join("\n")
    : lines.join("\n");
}

function shortenStrings(_key: string, value: unknown): unknown {
  return typeof value === "string" && value.length > MAX_STRING
    ? `${value.slice(0, MAX_STRING)}…`
    : value;
}
