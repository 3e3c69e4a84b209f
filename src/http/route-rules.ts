import type { IncomingHttpHeaders } from "node:http";
import type { RateLimit } from "../lib/rate-limit.ts";
import type { Scope } from "../lib/scope.ts";
import type { RawHeaders } from "./reply.ts";

/** The callers that may send a request. A scope admits its holders. */
export type AccessRule = "public" | "signed-in" | "administrator" | Scope;

/**
 * The declaration of a route: how its bodies are read, and the rules by which requests are checked
 * and counted.
 */
export interface RouteRules {
  methods: readonly string[];
  /** `/a/:name` takes one segment, a `*` at the end the rest of the path. */
  path: string;
  /** Its callers, by the parameters of the path. The start stops at a route without a rule. */
  access: AccessRule | ((params: Readonly<Record<string, string>>) => AccessRule);
  /**
   * The rule for reading the body before the handler is called, which may depend on the headers;
   * absent: the body is discarded.
   */
  body?: BodyRule | ((headers: IncomingHttpHeaders) => BodyRule);
  /** The per-IP limit. */
  limit?: RateLimit;
  /** The tool that it calls, for the log. */
  tool?: string;
  /** The name under which the usage history has a request, by its path. Default: "other". */
  usageName?: string | ((params: Readonly<Record<string, string>>) => string);
  /** The name under which an issued key may have a limit per minute instead of `limit`. */
  keyLimit?: string;
  /** True: requests count for the daily quota but are never rejected by it. */
  quotaExempt?: boolean;
  /**
   * Returns true for a request with a credential that the route judges itself, such as the token of
   * an inbox.
   */
  hasOwnCredential?: (request: { headers: IncomingHttpHeaders; target: string }) => boolean;
  /** True: the handler answers CORS preflights itself. */
  handlesPreflight?: boolean;
  /** True: accepts any `Host`, so that tunnels can deliver webhooks to a server on loopback. */
  anyHost?: boolean;
  /** True: pages of other origins get 403. Requests without `Origin` do not come from pages. */
  ownOriginOnly?: boolean;
  /**
   * True: the path may contain malformed percent-escapes, because the handler reads the raw path.
   */
  rawPath?: boolean;
  /**
   * The headers that are equal on all its responses; absent: those without headers of its own to
   * expose.
   */
  commonHeaders?: RawHeaders;
  /** Anchor of the route in the reference page, for error messages. */
  docsAnchor?: string;
}

/**
 * Rule for reading a body: `context.body` is then a JSON value, a form's text, a `ReadBody` or a
 * `BodyStream`.
 */
export interface BodyRule {
  format: "json" | "form" | "raw" | "stream";
  maxBytes: number;
  /** Values of a JSON body at every level. Default: that of all bodies. */
  maxValues?: number;
  /** Media types other than JSON whose bodies are read raw; `image/*` covers every subtype. */
  rawTypes?: readonly string[];
  /**
   * Media types other than JSON whose bodies the handler reads as streams, and their limit in
   * bytes.
   */
  streamed?: { mediaTypes: readonly string[]; maxBytes: number };
  /**
   * Handling of a body over the limit: 413, or the handler receives its first bytes.
   * Default: "reject".
   */
  oversize?: "reject" | "truncate";
}
