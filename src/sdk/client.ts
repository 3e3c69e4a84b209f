import type { InputOf, Name, OutputOf } from "./types.ts";

export type { InputOf, Name, OutputOf };

/** Where and as whom a client asks. */
export interface ClientOptions {
  /** The server's address, with its base path if it has one. */
  url: string;
  /** Any 1 to 256 visible ASCII characters: usage is counted by it. */
  key?: string;
  /** Left out: the platform's own. */
  fetch?: typeof fetch;
}

/** What one call may add. */
export interface CallOptions {
  /** Query members of the tool's path, like `{ format: "json" }` of the invoice. */
  query?: Record<string, string>;
  signal?: AbortSignal;
}

/** Requests made and left today (UTC); not numbers where an answer says nothing of them (it came from a proxy). */
export interface Usage {
  count: number;
  limit: number;
  remaining: number;
}

/** An answer and what came beside it. */
export interface Answer<T> {
  data: T;
  usage: Usage;
  headers: Headers;
}

/** An answer that is not a success: `message` is the server's sentence. Nothing is tried again by itself. */
export class SundryError extends Error {
  readonly status: number;
  readonly usage: Usage;
  /** Seconds after which another try makes sense, when the server says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, sentence: string) {
    super(sentence);
    this.name = "SundryError";
    this.status = response.status;
    this.usage = usageOf(response.headers);
    this.retryAfterSeconds = Number(response.headers.get("retry-after")) || undefined;
  }
}

/** A client: `json` gives a tool's output, `file` the bytes of its picture or page. */
export interface Client {
  json<N extends Name>(
    tool: N,
    input: InputOf<N>,
    options?: CallOptions,
  ): Promise<Answer<OutputOf<N>>>;
  file<N extends Name>(tool: N, input: InputOf<N>, options?: CallOptions): Promise<Answer<Blob>>;
}

/** Makes a client of the server at `url`. Works wherever `fetch` does. Calls reject with SundryError. */
export function createClient({ url, key, fetch: send = fetch }: ClientOptions): Client {
  const base = url.replace(/\/+$/, "");
  const ask = async (tool: Name, input: unknown, accept: string, options: CallOptions = {}) => {
    const query = options.query ? `?${new URLSearchParams(options.query).toString()}` : "";
    const response = await send(`${base}/api/v1/${tool}${query}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept, ...(key && { "x-api-key": key }) },
      body: JSON.stringify(input),
      ...(options.signal && { signal: options.signal }),
    });
    if (!response.ok) throw new SundryError(response, await sentenceOf(response));
    return response;
  };
  return {
    json: async (tool, input, options) => {
      const response = await ask(tool, input, "application/json", options);
      if (!response.headers.get("content-type")?.startsWith("application/json")) {
        throw new SundryError(response, `${tool} answered with a file: ask with file()`);
      }
      const data = parse(await response.text());
      if (data === undefined) throw new SundryError(response, "the answer is not JSON");
      return answer(response, data as never);
    },
    file: async (tool, input, options) => {
      const response = await ask(tool, input, "image/*, text/html, */*;q=0.1", options);
      return answer(response, await response.blob());
    },
  };
}

function answer<T>({ headers }: Response, data: T): Answer<T> {
  return { data, usage: usageOf(headers), headers };
}

function usageOf(headers: Headers): Usage {
  const number = (name: string) => Number(headers.get(`x-usage-${name}`) ?? NaN);
  return { count: number("count"), limit: number("limit"), remaining: number("remaining") };
}

async function sentenceOf(response: Response): Promise<string> {
  const body = parse(await response.text()) as { error?: unknown } | null | undefined;
  return typeof body?.error === "string" ? body.error : `the server answered ${response.status}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
