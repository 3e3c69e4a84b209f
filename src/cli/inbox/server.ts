import type { RecordFields } from "../../lib/record/record-text.ts";
import { parseJson, request, ServerError } from "../request.ts";

/** A server and one of its inboxes. */
export interface InboxAddress {
  /** Without a slash at its end. */
  server: string;
  id: string;
  /** The read token of a private inbox. */
  token?: string | undefined;
}

/** A list of records, as the server sends it. */
export interface Listing {
  payloads: (RecordFields & { bodyJson: unknown })[];
}

/** Returns the URL of what is below the management path of the inbox. */
export function inboxUrl({ server, id }: InboxAddress, rest: string): string {
  return `${server}/api/v1/inboxes/${encodeURIComponent(id)}${rest}`;
}

/** Returns the headers that open a private inbox. */
export function authorization({ token }: InboxAddress): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** Reads a list of records. Throws as `request` does. */
export async function readList(address: InboxAddress, query: string): Promise<Listing> {
  const url = `${address.server}/api/v1/webhook/${encodeURIComponent(address.id)}${query}`;
  return parseJson(await request(url, { headers: authorization(address) })) as Listing;
}

/** Returns true for errors that may pass: no response, a stopping server, or a limit. */
export function isTemporary(error: unknown): boolean {
  return !(error instanceof ServerError) || error.status === 429 || error.status >= 500;
}
