import type { UsageReport } from "../domain/access/usage-report.ts";
import type { KeptFile, Keys, Me, UploadOptions } from "./access-types.ts";
import type { Batch, BatchRequest, Jobs } from "./batch-types.ts";
import type createMethods from "./methods.ts";
import type { CallRequest, Requests } from "./requests.ts";
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
export type { KeptFile, Keys, KeySettings, Me, NewKey, UploadOptions } from "./access-types.ts";
export type { Batch, BatchRequest, Job, Jobs, RowResult, WaitOptions } from "./batch-types.ts";
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
  /** Runs a tool for each row. Sent when its results or its file are asked for. */
  batch<N extends Name>(tool: N, request: BatchRequest<N>, options?: CallOptions): Batch<N>;
  jobs: Jobs;
  /** Keeps a file for a while: inputs that take bytes take its `uri`. */
  upload(file: Blob, options?: UploadOptions): Promise<ApiResponse<KeptFile>>;
  /** Returns who the server takes the caller for. */
  me(): Promise<ApiResponse<Me>>;
  /** Returns the caller's requests of up to 31 days, the default. */
  usage(days?: number): Promise<ApiResponse<UsageReport>>;
  keys: Keys;
}

/** Asks for the output of any tool, and for JSON of servers before 0.2.1. */
const ACCEPT_JSON = "application/vnd.sundry.output+json, application/json;q=0.9";
const ACCEPT_FILE = "image/*, text/html, */*;q=0.1";

type Methods = ReturnType<typeof createMethods>;

/**
 * Creates a client of the server at `url`. Runs wherever `fetch` does. Calls reject with
 * SundryError.
 */
export function createClient({ url, key, token, fetch: send = fetch }: ClientOptions): Client {
  const call = async (
    method: string,
    path: string,
    { body, accept = ACCEPT_JSON, query, signal = null, blob }: CallRequest = {},
  ): Promise<Response> => {
    const search = query ? `?${String(new URLSearchParams(query))}` : "";
    const response = await send(`${url.replace(/\/+$/, "")}/api/v1/${path}${search}`, {
      method,
      headers: {
        accept,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(key && { "x-api-key": key }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      // Undefined without either. A file is sent with its own type.
      body: blob ?? JSON.stringify(body),
      signal,
    });
    if (!response.ok) throw new SundryError(response, await readMessage(response));
    return response;
  };
  const json: Requests["json"] = async (...request) => {
    const response = await call(...request);
    if (!response.headers.get("content-type")?.startsWith("application/json")) {
      throw new SundryError(response, `${request[1]} answered with a file: use file()`);
    }
    const data = parse(await response.text());
    if (data === undefined) throw new SundryError(response, "the answer is not JSON");
    return toApiResponse(response, data as never);
  };
  const file: Requests["file"] = async (method, path, request) => {
    const response = await call(method, path, { ...request, accept: ACCEPT_FILE });
    return toApiResponse(response, await response.blob());
  };
  const requests = { call, json, file };
  const load = async () => (await import("./methods.ts")).default(requests);
  /** Returns methods that are loaded with their first call, so that the client stays small. */
  const lazily = <G extends keyof Methods>(group: G): Methods[G] =>
    new Proxy({} as Methods[G], {
      get:
        (_, name: never) =>
        async (...words: never) =>
          ((await load())[group][name] as (...words: never) => unknown)(...words),
    });
  const { me, upload, usage } = lazily("account");
  const batches = lazily("batch");
  return {
    json: (tool: Name, body: unknown, options?: CallOptions) =>
      json<never>("POST", tool, { ...options, body }),
    file: (tool, body, options) => file("POST", tool, { ...options, body }),
    batch: (...request) => ({
      async *[Symbol.asyncIterator]() {
        yield* await batches.read(...request);
      },
      blob: () => batches.blob(...request),
    }),
    jobs: lazily("jobs"),
    me,
    upload,
    usage,
    keys: lazily("keys"),
  };
}
