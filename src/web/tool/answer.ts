import type { Values } from "../form/values.ts";

/** The caller's usage, from the headers that every answer carries. */
interface Usage {
  count: number;
  limit: number;
}

/** A refusal, in a sentence and by the form's fields. */
export interface FailureContent {
  kind: "failure";
  message: string;
  errors: Values;
}

/** What an answer is, as a page shows it. */
type Content =
  | { kind: "json"; value: unknown }
  | { kind: "image"; url: string; type: string }
  /** A PDF, to download. */
  | { kind: "pdf"; url: string }
  /** A document of its own: `url` answers with it, under its own policy. */
  | { kind: "document"; url: string }
  | FailureContent;

/** An answer of the API. */
export interface Answer {
  status: number;
  durationMs: number;
  bytes: number;
  usage: Usage;
  content: Content;
}

/** An answer as it came, from `fetch` or from the server's own call. */
export interface RawAnswer {
  status: number;
  durationMs: number;
  header(name: string): string | null;
  bytes: number;
  text(): string;
  /** The body's address, where it is an image. */
  imageUrl(): string;
  /** Where a document can be seen under its own policy. */
  documentUrl: string;
}

/** Reads what came. */
export function toAnswer(raw: RawAnswer): Answer {
  const { status, durationMs, bytes } = raw;
  const number = (name: string) => Number(raw.header(name) ?? 0);
  const usage = { count: number("x-usage-count"), limit: number("x-usage-limit") };
  return { status, durationMs, bytes, usage, content: toContent(raw) };
}

function toContent(raw: RawAnswer): Content {
  const type = raw.header("content-type") ?? "";
  if (raw.status >= 400) return toFailure(raw.text());
  if (type.startsWith("image/")) return { kind: "image", url: raw.imageUrl(), type };
  if (type.startsWith("application/pdf")) return { kind: "pdf", url: raw.imageUrl() };
  if (type.startsWith("text/html")) return { kind: "document", url: raw.documentUrl };
  const value = parsed(raw.text());
  return value === undefined ? unreadable() : { kind: "json", value };
}

/** A refusal, with what it says of each field by the field's path. */
function toFailure(text: string): Content {
  const { error, errors = [] } = (parsed(text) ?? {}) as Partial<Problem>;
  // What stands between here and the server answers, too, and in its own words.
  if (typeof error !== "string") return unreadable();
  const entries = errors.map(({ pointer, detail }) => [pathOf(pointer), detail]);
  return { kind: "failure", message: error, errors: Object.fromEntries(entries) as Values };
}

interface Problem {
  error: string;
  errors?: { pointer: string; detail: string }[];
}

function unreadable(): Content {
  return { kind: "failure", message: "The server's answer could not be read.", errors: {} };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** `#/items/3/rate` as the form's `items.3.rate`. */
function pathOf(pointer: string): string {
  return pointer.replace(/^#\/?/, "").replaceAll("/", ".");
}

/** A number of bytes for people. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
