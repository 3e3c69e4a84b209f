import type {
  CallOptions,
  InputOf,
  JsonName,
  Name,
  NarrowInputOf,
  NarrowOutputOf,
  OutputOf,
} from "./tool-types.ts";
import { type ApiResponse, parse, readMessage, SundryError, toApiResponse } from "./response.ts";

export { SundryError };
export type { ApiResponse, CallOptions, InputOf, JsonName, Name, OutputOf };
export type { Answer, Usage } from "./response.ts";

/** The server of a client, and its API key. */
export interface ClientOptions {
  /** URL of the server, with its base path. */
  url: string;
  /** 1 to 256 visible ASCII characters of your choice. Usage is counted per key. */
  key?: string;
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
}

/** Asks for the output of any tool, and for JSON of servers before 0.2.1. */
const ACCEPT_JSON = "application/vnd.sundry.output+json, application/json;q=0.9";

interface PostOptions extends CallOptions {
  accept: string;
}

/**
 * Creates a client of the server at `url`. Runs wherever `fetch` does. Calls reject with
 * SundryError.
 */
export function createClient({ url, key, fetch: send = fetch }: ClientOptions): Client {
  const base = url.replace(/\/+$/, "");
  const post = async (tool: Name, input: unknown, options: PostOptions) => {
    const { accept, query: members, signal } = options;
    const query = members ? `?${new URLSearchParams(members).toString()}` : "";
    const response = await send(`${base}/api/v1/${tool}${query}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept, ...(key && { "x-api-key": key }) },
      body: JSON.stringify(input),
      ...(signal && { signal }),
    });
    if (!response.ok) throw new SundryError(response, await readMessage(response));
    return response;
  };
  return {
    json: async (
      tool: Name,
      input: unknown,
      options?: CallOptions,
    ): Promise<ApiResponse<never>> => {
      const response = await post(tool, input, { ...options, accept: ACCEPT_JSON });
      if (!response.headers.get("content-type")?.startsWith("application/json")) {
        throw new SundryError(response, `${tool} answered with a file: ask with file()`);
      }
      const data = parse(await response.text());
      if (data === undefined) throw new SundryError(response, "the answer is not JSON");
      return toApiResponse(response, data as never);
    },
    file: async (tool, input, options) => {
      const accept = "image/*, text/html, */*;q=0.1";
      const response = await post(tool, input, { ...options, accept });
      return toApiResponse(response, await response.blob());
    },
  };
}
