import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { usageHeaders } from "./usage.ts";

/** Header names and values in turn: what Node writes out without a look at anything else. */
export type HeaderList = string[];

/** What an answer carries, whoever writes it. */
interface Carried {
  headers: HeaderList;
  onHead(status: number): void;
}

declare module "node:http" {
  interface ServerResponse {
    carried?: Carried;
  }
}

/**
 * Lets an answer carry these headers, whoever writes it: the framework, a stream or a handler by hand. The usage
 * headers come first among them. `onHead` is told the status when the answer's head is written.
 */
export function carry(response: ServerResponse, carried: Carried): void {
  response.carried = carried;
  response.writeHead = writeHead as ServerResponse["writeHead"];
}

/** Tells another count of today's requests than the one that the answer was to carry. */
export function recount({ carried }: ServerResponse, count: number): void {
  const usage = usageHeaders(count);
  carried?.headers.splice(0, usage.length, ...usage);
}

/** In place of Node's, which it calls. As a list: an object put together from others is slow to make and to write. */
function writeHead(
  this: ServerResponse,
  status: number,
  own: OutgoingHttpHeaders | HeaderList = {},
): ServerResponse {
  const { headers = [], onHead } = this.carried ?? {};
  const all = [...headers, ...(Array.isArray(own) ? own : listOf(own))];
  onHead?.(status);
  const { writeHead: write } = Object.getPrototypeOf(this) as ServerResponse;
  return write.call(this, status, all as HeaderList);
}

function listOf(headers: OutgoingHttpHeaders): unknown[] {
  const list: unknown[] = [];
  for (const name of Object.keys(headers)) list.push(name, headers[name]);
  return list;
}
