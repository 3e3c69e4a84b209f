import type { RecordFields } from "../../domain/record/inbox-record.ts";
import { parseJson, request, ServerError } from "../server-client.ts";

export interface InboxAddress {
  /** Without a slash at its end. */
  server: string;
  id: string;
  /** The read token of a private inbox. */
  token?: string | undefined;
}

/** A page of records in the server's form. */
export interface RecordList {
  payloads: (RecordFields & { bodyJson: unknown })[];
}

/** Returns a URL below the management path of the inbox. */
export function formatInboxUrl({ server, id }: InboxAddress, suffix: string): string {
  return `${server}/api/v1/inboxes/${encodeURIComponent(id)}${suffix}`;
}

/** Returns the headers that authorize reads of a private inbox. */
export function formatAuthorization({ token }: InboxAddress): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** Returns the URL of requests to the inbox, which also lists them. */
export function formatCaptureUrl({ server, id }: InboxAddress): string {
  return `${server}/api/v1/webhook/${encodeURIComponent(id)}`;
}

/** Reads a list of records. Throws as `request` does. */
export async function readList(
  address: InboxAddress,
  query: string,
  signal?: AbortSignal,
): Promise<RecordList> {
  const init = { headers: formatAuthorization(address), ...(signal && { signal }) };
  return parseJson(await request(formatCaptureUrl(address) + query, init)) as RecordList;
}

/** Returns true for errors that a retry may solve: no response, a stopping server, or a limit. */
export function isTemporary(error: unknown): boolean {
  return !(error instanceof ServerError) || error.status === 429 || error.status >= 500;
}
