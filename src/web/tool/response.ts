import { tryParseJson } from "../../lib/text/parse-json.ts";
import { capitalize } from "../../lib/text/capitalize.ts";
import { toFormPath } from "../form/input.ts";
import { formatLabel } from "../form/label.ts";
import type { Values } from "../form/values.ts";
import { getExtension } from "./tool-request.ts";
import type { ToolView } from "./view.ts";

/** The client's daily usage, from the headers of every response. */
interface DailyUsage {
  count: number;
  limit: number;
}

/** An error response: one sentence, and the errors of fields by their paths in the form. */
export interface FailureContent {
  kind: "failure";
  message: string;
  errors: Values;
  /** The labels of these fields; other paths have none. */
  labels: Values;
}

/** The content of a response, as a page shows it. */
type Content =
  | { kind: "json"; value: unknown }
  /** `details` is the JSON that the image was in, if the page asked for that. */
  | { kind: "image"; url: string; type: string; details?: unknown }
  /** A file to download. */
  | { kind: "file"; url: string; name: string }
  | { kind: "text"; text: string; name: string }
  /**
   * An HTML document, shown in a frame under a policy of its own. Browsers have its markup, too.
   */
  | { kind: "document"; url: string; html?: string }
  | FailureContent;

/** A response of the API, ready to be shown. */
export interface ToolResponse {
  /** 0: the server did not respond. */
  status: number;
  durationMs: number;
  bytes: number;
  usage: DailyUsage;
  /** Sentences. */
  warnings: string[];
  /**
   * The values of the headers that the tool declares, by their names; missing ones are left out.
   */
  headers: Readonly<Record<string, string>>;
  content: Content;
}

/** A response from `fetch` or from a call inside the server. */
export interface ResponseSource {
  status: number;
  durationMs: number;
  header(name: string): string | null;
  bytes: number;
  text(): string;
  /** The URL of the body, for images and files. */
  bodyUrl(): string;
  /** The URL of a document under a content policy of its own. */
  documentUrl: () => string;
  /** True: the content of a document includes its markup. */
  keepsMarkup?: boolean;
}

/** Changes that a tool's page makes to its requests and responses. */
export interface ResponseOptions {
  /** The media type that the page asks for instead of the result's own. */
  accept?: string;
  /** Sentences for errors by their codes, instead of those of the API. */
  problems?: Readonly<Record<string, string>>;
  /** Returns the label of a field that the form names otherwise than its schema. */
  formatLabel?(view: ToolView, path: string, values: Values): string | undefined;
  /** Responds to a form in the browser. Resolves to undefined where the API has to respond. */
  respond?(view: ToolView, values: Values): Promise<Response | undefined>;
}

/** The form that a response belongs to. */
interface Submitted {
  view: ToolView;
  values: Values;
  options: ResponseOptions;
}

/** Parses a response. */
export function toResponse(raw: ResponseSource, submitted: Submitted): ToolResponse {
  const { status, durationMs, bytes } = raw;
  const number = (name: string) => Number(raw.header(name) ?? 0);
  const usage = { count: number("x-usage-count"), limit: number("x-usage-limit") };
  const content = toContent(raw, submitted);
  const output = content.kind === "json" ? content.value : undefined;
  const warnings = listWarnings(raw.header, submitted.view, output);
  const headers = Object.fromEntries(
    submitted.view.headers.flatMap((name) => {
      const value = raw.header(name);
      return value === null ? [] : [[name, value] as const];
    }),
  );
  return { status, durationMs, bytes, usage, warnings, headers, content };
}

function toContent(raw: ResponseSource, submitted: Submitted): Content {
  const type = (raw.header("content-type") ?? "").split(";", 1)[0] ?? "";
  if (raw.status >= 400) return toFailure(raw.text(), submitted);
  if (type.startsWith("image/")) return { kind: "image", url: raw.bodyUrl(), type };
  if (type === "text/html") {
    return {
      kind: "document",
      url: raw.documentUrl(),
      ...(raw.keepsMarkup && { html: raw.text() }),
    };
  }
  const name = getFileName(raw, submitted.view, type);
  if (/^text\/|xml$/.test(type)) return { kind: "text", text: raw.text(), name };
  if (!type.endsWith("json")) return { kind: "file", url: raw.bodyUrl(), name };
  const value = tryParseJson(raw.text());
  if (value === undefined) return createUnreadableResponse();
  const { dataUrl: url } = (value ?? {}) as { dataUrl?: string };
  const [, imageType] = /^data:(image\/[\w+]+);/.exec(url ?? "") ?? [];
  if (url === undefined || imageType === undefined) return { kind: "json", value };
  return { kind: "image", url, type: imageType, details: value };
}

function getFileName(raw: ResponseSource, { name }: ToolView, type: string): string {
  const [, given] = /filename="([^"]+)"/.exec(raw.header("content-disposition") ?? "") ?? [];
  return given ?? `${name}.${getExtension(type) ?? "bin"}`;
}

/** Parses an error response. Errors are listed by the paths that fields have in the form. */
function toFailure(text: string, { view, values, options }: Submitted): Content {
  const { error, type, errors = [] } = (tryParseJson(text) ?? {}) as Partial<ProblemDetails>;
  // A proxy between browser and server may have sent a body of its own.
  if (typeof error !== "string") return createUnreadableResponse();
  const sentence = options.problems?.[type?.slice(type.lastIndexOf(":") + 1) ?? ""];
  const getLabel = (path: string) =>
    options.formatLabel?.(view, path, values) ?? formatLabel(view.fields, path);
  const entries = errors.map(({ pointer, detail }) => {
    const path = toFormPath(view.fields, values, toErrorPath(pointer));
    return [path, sentence ?? explain(detail, values[path] ?? "", getLabel)] as const;
  });
  const labels = entries.flatMap(([path]) => {
    const label = getLabel(path);
    return label === undefined ? [] : [[path, label] as const];
  });
  return {
    kind: "failure",
    message: sentence ?? error,
    errors: Object.fromEntries(entries),
    labels: Object.fromEntries(labels),
  };
}

/** Returns an error in the words of the form, which shows labels instead of names and values. */
function explain(
  detail: string,
  text: string,
  getLabel: (path: string) => string | undefined,
): string {
  if (text === "" && detail.startsWith("must be one of ")) return "is required";
  const labelled = detail.replaceAll(/\w+(?:\.\w+)+/g, (path) => getLabel(path) ?? path);
  return explainNumber(labelled, text);
}

/** Returns the error of a number, which for `1,234` explains why it is ambiguous. */
function explainNumber(detail: string, text: string): string {
  const [, before, after] = /^\D*(\d{1,3}),(\d{3})\D*$/.exec(text) ?? [];
  if (!before || !/^must be a (?:whole number|number|plain decimal)/.test(detail)) return detail;
  return `could be ${before}${after} or ${before}.${after}: write it without the comma`;
}

interface ProblemDetails {
  error: string;
  type?: string;
  errors?: { pointer: string; detail: string }[];
}

function createUnreadableResponse(): Content {
  const message = "The server's response could not be read.";
  return { kind: "failure", message, errors: {}, labels: {} };
}

/** Converts `#/items/3/rate` to `items.3.rate`. */
export function toErrorPath(pointer: string): string {
  return pointer.replace(/^#\/?/, "").replaceAll("/", ".");
}

/** Returns the sentences for warnings in the headers and in the member `warnings` of JSON. */
export function listWarnings(
  header: ResponseSource["header"],
  { headers, warnings }: ToolView,
  json?: unknown,
): string[] {
  const lines = headers.map((name) => [name, header(name) ?? ""] as const);
  const sentences = lines.map(([name, value]) =>
    value === ""
      ? undefined
      : (warnings[`${name}: ${value}`] ?? warnings[`${name}: *`]?.replace("{value}", value)),
  );
  const codes = lines.flatMap(([name, value]) =>
    name.endsWith("-Warnings") && value !== "" ? value.split(", ") : [],
  );
  const output = json as { warnings?: string[] } | null | undefined;
  const all = [...codes, ...(output?.warnings ?? [])].map(
    (code) => warnings[code] ?? capitalize(code),
  );
  return [...new Set([...sentences, ...all].filter((sentence) => sentence))] as string[];
}
