import type {
  CallOptions,
  InputOf,
  JsonArguments,
  JsonInputOf,
  JsonName,
  Name,
  OutputOf,
} from "./types.ts";

export type { CallOptions, InputOf, JsonName, Name, OutputOf };

/** The server of a client, and its API key. */
export interface ClientOptions {
  /** URL of the server, with its base path. */
  url: string;
  /** 1 to 256 visible ASCII characters of your choice. Usage is counted per key. */
  key?: string;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
}

/** Requests made and left today (UTC); NaN when a response has no usage headers, such as one of a proxy. */
export interface Usage {
  count: number;
  limit: number;
  remaining: number;
}

/** A response: its data, usage and headers. */
export interface Answer<T> {
  data: T;
  usage: Usage;
  headers: Headers;
}

/** An unsuccessful response; `message` is the server's. Calls are never repeated automatically. */
export class SundryError extends Error {
  readonly status: number;
  readonly usage: Usage;
  /** Seconds after which a retry can succeed, when the server reports them. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, sentence: string) {
    super(sentence);
    this.name = "SundryError";
    this.status = response.status;
    this.usage = usageOf(response.headers);
    this.retryAfterSeconds = Number(response.headers.get("retry-after")) || undefined;
  }
}

/**
 * A client: `json` returns the output of a tool, `file` the bytes of its file. A call of `json` to which the server can only
 * answer with a file does not compile.
 */
export interface Client {
  json<N extends JsonName>(
    tool: N,
    input: JsonInputOf<N>,
    ...options: JsonArguments<N>
  ): Promise<Answer<OutputOf<N>>>;
  file<N extends Name>(tool: N, input: InputOf<N>, options?: CallOptions): Promise<Answer<Blob>>;
}

/** Creates a client of the server at `url`. Runs wherever `fetch` does. Calls reject with SundryError. */
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
    json: async (tool, input, ...[options]) => {
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
