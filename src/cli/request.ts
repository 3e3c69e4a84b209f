import { ValidationError } from "../lib/errors.ts";

/** A server's address as a flag gave it, without a slash at the end. Throws InputError when it is none. */
export function serverAddress(flag: string, text: string): string {
  if (/^https?:/i.test(text) && URL.canParse(text)) return text.replace(/\/+$/, "");
  throw ValidationError.at([flag], "must be an http:// or https:// URL");
}

/** An answer of a server that is not a success. `status` is the HTTP status. */
export class ServerError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "ServerError";
    this.status = status;
  }
}

/** A success: its media type and its bytes. */
export interface Success {
  type: string;
  body: Uint8Array;
}

/** Asks a server. Throws ServerError with its sentence, and an Error that names the address when nobody answers. */
export async function request(url: string, init: RequestInit = {}): Promise<Success> {
  const response = await fetch(url, init).catch((error: unknown) => {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
    throw new Error(`${url} does not answer: ${cause?.code ?? cause?.message ?? message}`);
  });
  const body = new Uint8Array(await response.arrayBuffer());
  if (!response.ok) throw new ServerError(response.status, sentence(body, response.status));
  return { type: response.headers.get("content-type") ?? "", body };
}

/** A JSON answer's value. Throws an Error when it is none. */
export function jsonOf({ body }: Success): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new Error("the server's answer is not JSON");
  }
}

/** What the server says, or that it says nothing (a proxy's page). */
function sentence(body: Uint8Array, status: number): string {
  try {
    const said = JSON.parse(new TextDecoder().decode(body)) as { error?: unknown } | null;
    if (typeof said?.error === "string") return said.error;
  } catch {
    // Said below.
  }
  return `the server answered ${status}`;
}
