/** Header names and values in turn, as in Node's `rawHeaders`: the form that Node writes fastest. */
export type RawHeaders = string[];

/** The response to a request, written to the socket by `send` alone. */
export interface Reply {
  /** 200 unless given. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** The body's media type, as it is sent. */
  type?: string;
  body?: ReplyBody;
  /** A value to send as JSON; `type` then defaults to `application/json; charset=utf-8`. */
  json?: unknown;
  /** The entity tag, with its quotes. A GET or HEAD whose `If-None-Match` has it becomes a 304. */
  etag?: string;
  /** The same body compressed, by content coding; the caller's `Accept-Encoding` selects one. */
  encodings?: Partial<Record<ContentCoding, Uint8Array>>;
  /** True: the connection is closed instead of a response. */
  closesConnection?: boolean;
  /** Called once when the body is not needed any more: the operating system has it, or the client is gone. */
  afterSend?: () => void;
}

/** Parts are sent one behind another without being joined; an iterable is read as fast as the client reads. */
export type ReplyBody =
  | string
  | Uint8Array
  | readonly Uint8Array[]
  | AsyncIterable<string | Uint8Array>;

/** The content codings that responses are offered in. */
export type ContentCoding = "br" | "gzip";

/** What holds for the requests of a route: how their body is read and what admission does with them. */
export interface RouteRules {
  methods: readonly string[];
  /** `/a/:name` takes one segment, a `*` at the end the rest of the path. */
  path: string;
  /** How the body is read before the handler is called; left out: it is discarded. */
  body?: BodyRule;
  /** The per-IP limit. */
  limit?: RateLimit;
  /** True: requests count for the daily quota but are never refused by it. */
  quotaExempt?: boolean;
  /** True: the handler answers CORS preflights itself. */
  handlesPreflight?: boolean;
  /** True: the server is reached under any name, so that tunnels deliver webhooks to a server on loopback. */
  anyHost?: boolean;
  /** True: pages of other origins get 403. Requests without `Origin` do not come from pages. */
  ownOriginOnly?: boolean;
  /** True: the path may contain malformed percent-escapes, because the handler reads it as it was sent. */
  rawPath?: boolean;
  /** The anchor of the route in the reference page, for error sentences. */
  docsAnchor?: string;
}

/** How a request's body is read: `context.body` is then a JSON value, a form's text, a `ReadBody` or a `BodyStream`. */
export interface BodyRule {
  format: "json" | "form" | "raw";
  maxBytes: number;
  /** Media types besides JSON whose bodies are read raw; `image/*` covers every subtype. */
  rawTypes?: readonly string[];
  /** Media types besides JSON whose bodies the handler reads as they arrive, and their limit in bytes. */
  streamed?: { mediaTypes: readonly string[]; maxBytes: number };
  /** What happens to a body over the limit: 413, or the handler gets its first bytes. Defaults to "reject". */
  oversize?: "reject" | "truncate";
}

/** A per-IP limit in requests a minute, and the name under which requests are counted. */
export interface RateLimit {
  name: string;
  perMinute: number;
}
