/** Header names and values in turn, as in Node's `rawHeaders`: the form that Node writes fastest. */
export type RawHeaders = string[];

/** The response to a request. Only `ResponseWriter` writes it to the socket. */
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
  /** True: closes the connection instead of responding. */
  closesConnection?: boolean;
  /** Called once when the body is no longer needed: the operating system has it, or the client has disconnected. */
  afterSend?: () => void;
}

/** Lists are sent part by part without joining; iterables with backpressure. */
export type ReplyBody =
  | string
  | Uint8Array
  | readonly Uint8Array[]
  | AsyncIterable<string | Uint8Array>;

/** The content codings that responses are offered in. */
export type ContentCoding = "br" | "gzip";

/** Options of a route: how bodies are read and which checks admission makes. */
export interface RouteRules {
  methods: readonly string[];
  /** `/a/:name` takes one segment, a `*` at the end the rest of the path. */
  path: string;
  /** The rule for reading the body before the handler is called; absent: the body is discarded. */
  body?: BodyRule;
  /** The per-IP limit. */
  limit?: RateLimit;
  /** True: requests count for the daily quota but are never rejected by it. */
  quotaExempt?: boolean;
  /** True: the handler answers CORS preflights itself. */
  handlesPreflight?: boolean;
  /** True: accepts any `Host`, so that tunnels can deliver webhooks to a server on loopback. */
  anyHost?: boolean;
  /** True: pages of other origins get 403. Requests without `Origin` do not come from pages. */
  ownOriginOnly?: boolean;
  /** True: the path may contain malformed percent-escapes, because the handler reads the raw path. */
  rawPath?: boolean;
  /** The headers that are equal on all its responses; absent: those without headers of its own to expose. */
  commonHeaders?: RawHeaders;
  /** Anchor of the route in the reference page, for error messages. */
  docsAnchor?: string;
}

/** Rule for reading a body: `context.body` is then a JSON value, a form's text, a `ReadBody` or a `BodyStream`. */
export interface BodyRule {
  format: "json" | "form" | "raw";
  maxBytes: number;
  /** Media types besides JSON whose bodies are read raw; `image/*` covers every subtype. */
  rawTypes?: readonly string[];
  /** Media types besides JSON whose bodies the handler reads as streams, and their limit in bytes. */
  streamed?: { mediaTypes: readonly string[]; maxBytes: number };
  /** Handling of a body over the limit: 413, or the handler receives its first bytes. Defaults to "reject". */
  oversize?: "reject" | "truncate";
}

/** A per-IP limit in requests per minute, and the name of its counter. */
export interface RateLimit {
  name: string;
  perMinute: number;
}
