import { leavesTarget } from "../../../domain/record/forwarding.ts";
import type { InboxAccess } from "../access.ts";
import type { InboxRecord } from "../../../domain/record/inbox-record.ts";

/** Headers that browsers do not let pages set (Fetch, 2.2.2), and those of a connection. */
const BROWSER_ONLY =
  /^(accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|permissions-policy|proxy-.*|referer|sec-.*|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via)$/i;

/** Methods that pages cannot send. */
const FORBIDDEN_METHODS = new Set(["CONNECT", "TRACE", "TRACK"]);

/** A captured request as a browser can send it again. */
export interface ReplayRequest {
  url: string;
  method: string;
  headers: [name: string, value: string][];
  /** The names of headers that the browser does not send, in lower case. */
  omitted: string[];
}

/** Returns a target with the scheme that it was typed without: `localhost:8080/hook`. */
export function addHttp(target: string): string {
  const text = target.trim();
  return text === "" || text.includes("://") ? text : `http://${text}`;
}

/** Returns a command on an inbox. Readers fill in the token of a private one. */
export function formatInboxCommand(
  { id, token }: InboxAccess,
  action: "forward" | "replay",
  ...args: string[]
): string {
  const words = [id, ...args].map(quoteArgument).join(" ");
  const secret = token === undefined ? "" : " --token …";
  return `sundry inbox ${action} ${words} --server ${location.origin}${secret}`;
}

/**
 * Returns a captured request for a URL on this machine, or a sentence about why a page cannot send
 * it.
 */
export function toReplay(record: InboxRecord, target: string): ReplayRequest | string {
  const { method, path, query, rawHeaders } = record;
  if (!URL.canParse(target)) return "Enter a full URL, such as http://localhost:8080/hook.";
  const url = new URL(target);
  if (!/^https?:$/.test(url.protocol) || !/^(localhost|127\.0\.0\.1)$/.test(url.hostname)) {
    return "This page can call localhost and 127.0.0.1 only. Use the command for other hosts.";
  }
  if (FORBIDDEN_METHODS.has(method)) return `Browsers do not send ${method}. Use the command.`;
  if (record.truncated) return "Only the beginning of the body is stored: it cannot be replayed.";
  if (leavesTarget(path))
    return "The path leaves the target by dot segments: it cannot be replayed.";
  const omitted = rawHeaders.filter((header) => !isSent(header));
  return {
    url: `${url.origin}${url.pathname.replace(/\/$/, "")}${path}${joinQueries(url.search, query)}`,
    method,
    headers: rawHeaders.filter(isSent),
    omitted: [...new Set(omitted.map(([name]) => name.toLowerCase()))],
  };
}

/** Returns false for headers that browsers do not let pages set. */
export function isSent([name]: readonly [name: string, value: string]): boolean {
  return !BROWSER_ONLY.test(name);
}

/** Returns the query of the target followed by that of the request. */
function joinQueries(search: string, query: string): string {
  const queries = [search.slice(1), query].filter(Boolean);
  return queries.length > 0 ? `?${queries.join("&")}` : "";
}

/** Returns the headers with which a server allows a page to send the request. */
export function listCorsHeaders(
  { method, headers }: Pick<ReplayRequest, "method" | "headers">,
  origin: string,
): string {
  const names = [...new Set(headers.map(([name]) => name.toLowerCase()))];
  return [
    `Access-Control-Allow-Origin: ${origin}`,
    `Access-Control-Allow-Methods: ${method}`,
    `Access-Control-Allow-Headers: ${names.join(", ")}`,
  ].join("\n");
}

/** Returns an argument for a POSIX shell. */
export function quoteArgument(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
