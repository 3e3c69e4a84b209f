import { HttpError, UnavailableError } from "../../lib/errors.ts";
import { parseJson, request, ServerError } from "../server-client.ts";

const REVISION = "2025-11-25";
const RETRY_SECONDS = 5;

interface Message {
  method: string;
  params: object;
  signal: AbortSignal;
  /** The read token of a private inbox. */
  token?: string | undefined;
}

interface MessageResponse {
  result?: unknown;
  error?: { code: number; message: string };
}

/**
 * Sends a message to the MCP endpoint of a server, whose responses are those of this process.
 * Throws an HttpError for a refused request, and an UnavailableError when the server does not
 * respond.
 */
export async function sendMessage(
  server: string,
  { method, params, signal, token }: Message,
): Promise<MessageResponse> {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": REVISION,
    ...(token !== undefined && { "x-inbox-token": token }),
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const init = { method: "POST", headers, body, signal };
  const response = await request(`${server}/mcp`, init).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof ServerError) throw new HttpError(error.status, error.message);
    throw new UnavailableError((error as Error).message, "overloaded", RETRY_SECONDS);
  });
  // The response may be the only event of a stream.
  const text = new TextDecoder().decode(response.body).replace(/^[^{]*/, "");
  return parseJson({ ...response, body: new TextEncoder().encode(text) }) as MessageResponse;
}
