/**
 * Requests made and left today (UTC); NaN when a response has no usage headers, such as one of a
 * proxy.
 */
export interface Usage {
  count: number;
  limit: number;
  remaining: number;
}

/** A response: its data, usage and headers. */
export interface ApiResponse<T> {
  data: T;
  usage: Usage;
  headers: Headers;
}

/** @deprecated Its name is {@link ApiResponse}. */
export type Answer<T> = ApiResponse<T>;

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
    this.usage = readUsage(response.headers);
    this.retryAfterSeconds = Number(response.headers.get("retry-after")) || undefined;
  }
}

export function toApiResponse<T>({ headers }: Response, data: T): ApiResponse<T> {
  return { data, usage: readUsage(headers), headers };
}

function readUsage(headers: Headers): Usage {
  const readNumber = (name: string) => Number(headers.get(`x-usage-${name}`) ?? NaN);
  return {
    count: readNumber("count"),
    limit: readNumber("limit"),
    remaining: readNumber("remaining"),
  };
}

/** Returns the server's message of a refusal; a proxy's response has none. */
export async function readMessage(response: Response): Promise<string> {
  const body = parse(await response.text()) as { error?: unknown } | null | undefined;
  return typeof body?.error === "string" ? body.error : `the server answered ${response.status}`;
}

/** Parses JSON; returns undefined for other text. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
