import type { UsageReport } from "../domain/access/usage-report.ts";
import type { Keys, Me } from "./access-types.ts";
import { type ApiResponse, parse, readMessage, SundryError, toApiResponse } from "./response.ts";
import type {
  CallOptions,
  InputOf,
  JsonName,
  Name,
  NarrowInputOf,
  NarrowOutputOf,
  OutputOf,
} from "./tool-types.ts";

export { SundryError };
export type { ApiResponse, CallOptions, InputOf, JsonName, Name, OutputOf };
export type { Key } from "../domain/access/key.ts";
export type { UsageReport } from "../domain/access/usage-report.ts";
export type { Keys, KeySettings, Me, NewKey } from "./access-types.ts";
export type { Answer, Usage } from "./response.ts";

/** The server of a client, and its credentials. */
export interface ClientOptions {
  /** URL of the server, with its base path. */
  url: string;
  /** An issued key, or where none is required a label of your choice, to which usage counts. */
  key?: string;
  /** The admin token. */
  token?: string;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
}

/** A client: `json` returns the output of a tool, `file` the bytes of its file. */
export interface Client {
  json<N extends Name>(
    tool: N,
    input: InputOf<N> & NarrowInputOf<N>,
    options?: CallOptions,
  ): Promise<ApiResponse<NarrowOutputOf<N>>>;
  json<N extends Name>(
    tool: N,
    input: InputOf<N>,
    options?: CallOptions,
  ): Promise<ApiResponse<OutputOf<N>>>;
  file<N extends Name>(
    tool: N,
    input: InputOf<N>,
    options?: CallOptions,
  ): Promise<ApiResponse<Blob>>;
  /** Returns who the server takes the caller for. */
  me(): Promise<ApiResponse<Me>>;
  /** Returns the caller's requests of up to 31 days, the default. */
  usage(days?: number): Promise<ApiResponse<UsageReport>>;
  keys: Keys;
}

/** Asks for the output of any tool, and for JSON of servers before 0.2.1. */
const ACCEPT_JSON = "application/vnd.sundry.output+json, application/json;q=0.9";
const ACCEPT_FILE = "image/*, text/html, */*;q=0.1";

interface CallRequest extends CallOptions {
  body?: unknown;
  accept?: string;
}

function toKeyPath(id = "", action = ""): string {
  return `keys${id && `/${encodeURIComponent(id)}`}${action}`;
}

/**
 * Creates a client of the server at `url`. Runs wherever `fetch` does. Calls reject with
 * SundryError.
 */
export function createClient({ url, key, token, fetch: send = fetch }: ClientOptions): Client {
  const base = `${url.replace(/\/+$/, "")}/api/v1/`;
  const call = async (
    method: string,
    path: string,
    { body, accept = ACCEPT_JSON, query, signal }: CallRequest = {},
  ): Promise<Response> => {
    const search = query ? `?${new URLSearchParams(query).toString()}` : "";
    const response = await send(base + path + search, {
      method,
      headers: {
        accept,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(key && { "x-api-key": key }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    if (!response.ok) throw new SundryError(response, await readMessage(response));
    return response;
  };
  const json = async (...request: Parameters<typeof call>): Promise<ApiResponse<never>> => {
    const response = await call(...request);
    if (!response.headers.get("content-type")?.startsWith("application/json")) {
      throw new SundryError(response, `${request[1]} answered with a file: ask with file()`);
    }
    const data = parse(await response.text());
    if (data === undefined) throw new SundryError(response, "the answer is not JSON");
    return toApiResponse(response, data as never);
  };
  return {
    json: (tool: Name, body: unknown, options?: CallOptions) =>
      json("POST", tool, { ...options, body }),
    file: async (tool, body, options) => {
      const response = await call("POST", tool, { ...options, body, accept: ACCEPT_FILE });
      return toApiResponse(response, await response.blob());
    },
    me: () => json("GET", "me"),
    usage: (days = 31) => json("GET", "usage", { query: { days: `${days}` } }),
    keys: {
      create: (body) => json("POST", toKeyPath(), { body }),
      list: () => json("GET", toKeyPath()),
      get: (id) => json("GET", toKeyPath(id)),
      change: (id, body) => json("PATCH", toKeyPath(id), { body }),
      rotate: (id, overlapSeconds) =>
        json("POST", toKeyPath(id, "/rotate"), { body: { overlapSeconds } }),
      revoke: async (id) => void (await call("DELETE", toKeyPath(id))),
    },
  };
}
