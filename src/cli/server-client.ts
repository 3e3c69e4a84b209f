import { ValidationError } from "../lib/errors.ts";

/** The server of a command that names none: one on this machine, at its default port. */
export const DEFAULT_SERVER = "http://127.0.0.1:3000";

/** Parses the URL of a server, without a slash at its end. Throws as `checkHttpUrl` does. */
export function parseServerUrl(flag: string, text: string): string {
  return checkHttpUrl(flag, text).replace(/\/+$/, "");
}

/** Returns the text. Throws a ValidationError, whose path is `name`, for one that is no URL. */
export function checkHttpUrl(name: string, text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text;
  throw ValidationError.at([name], "must be an http:// or https:// URL");
}

/** An unsuccessful response of a server. `status` is the HTTP status. */
export class ServerError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "ServerError";
    this.status = status;
  }
}

/** The media type, the bytes and the headers of a successful response. */
export interface Success {
  type: string;
  /** By names in lower case. */
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Sends a request and returns its response as bytes. Throws as `openResponse` does. */
export async function request(url: string, init: RequestInit = {}): Promise<Success> {
  const response = await openResponse(url, init);
  const body = new Uint8Array(await response.arrayBuffer());
  const headers = Object.fromEntries(response.headers);
  return { type: headers["content-type"] ?? "", headers, body };
}

/**
 * Sends a request and returns the response, whose body is not read yet. Throws ServerError with the
 * server's message when it is unsuccessful, and an Error when there is none.
 */
export async function openResponse(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, await withApiKey(init)).catch((error: unknown) => {
    throw new Error(describeNetworkError(url, error));
  });
  if (response.ok) return response;
  const body = new Uint8Array(await response.arrayBuffer());
  throw new ServerError(response.status, readMessage(body, response.status));
}

/** Yields the body of a response as it arrives. */
export async function* readBody({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body) yield* body as unknown as AsyncIterable<Uint8Array>;
}

/** Describes why `fetch` got no response: its own message is always the same. */
export function describeNetworkError(url: string, error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return `${url} does not answer: ${cause?.code ?? cause?.message ?? message}`;
}

/** Adds the key of the variable SUNDRY_API_KEY. Only servers of ours are sent requests here. */
async function withApiKey(init: RequestInit): Promise<RequestInit> {
  const { readClientCredentials } = await import("../config.ts");
  const { apiKey } = readClientCredentials();
  if (apiKey === undefined) return init;
  const headers = new Headers(init.headers);
  headers.set("x-api-key", apiKey);
  return { ...init, headers };
}

/** Parses the body as JSON. Throws an Error for anything else. */
export function parseJson({ body }: Success): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new Error("the server's answer is not JSON");
  }
}

/**
 * Returns the error message of the body. Falls back to the status, because responses of proxies
 * have none.
 */
function readMessage(body: Uint8Array, status: number): string {
  try {
    const parsed = JSON.parse(new TextDecoder().decode(body)) as { error?: unknown } | null;
    if (typeof parsed?.error === "string") return parsed.error;
  } catch {
    // Not JSON: the status is all there is to report.
  }
  return `the server answered ${status}`;
}

/** Returns members as the parameters of a query. */
export function toQuery(members: Record<string, unknown>): URLSearchParams {
  return new URLSearchParams(members as Record<string, string>);
}
