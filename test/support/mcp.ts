import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { waitUntil } from "./eventually.ts";

/** The members of a response that tests read. */
export interface Answer {
  isError?: boolean;
  content: { type: string; text?: string; data?: string; mimeType?: string }[];
  structuredContent?: unknown;
}

/** Revision of the protocol: the newest, or the one before it. */
export type Mode = "auto" | "legacy";

/** Connects the official client from an address of its own (the server trusts one proxy). */
export async function connectTo(
  url: string,
  mode: Mode,
  address: string,
  query = "",
  headers: Record<string, string> = {},
) {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { "x-forwarded-for": address, ...headers } };
  const endpoint = new URL(`${url}/mcp${query}`);
  await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit }));
  return {
    client,
    call: (name: string, args: Record<string, unknown>, signal?: AbortSignal) =>
      client.callTool({ name, arguments: args }, signal && { signal }) as Promise<Answer>,
  };
}

/**
 * Resolves when the server has counted this many requests of an address today, so that a call that
 * waits has begun.
 */
export async function waitUntilCounted(url: string, address: string, count: number): Promise<void> {
  await waitUntil(async () => (await countUsage(url, address)) >= count);
}

/** Returns the counted requests of an address today. This request is not counted. */
export async function countUsage(url: string, address: string): Promise<number> {
  const { headers } = await fetch(`${url}/healthz`, { headers: { "x-forwarded-for": address } });
  return Number(headers.get("x-usage-count"));
}
