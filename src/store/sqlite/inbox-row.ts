import type { InboxMeta } from "../store.ts";

/** A row of the table `inboxes`. Times are milliseconds since 1970. */
export interface InboxRow {
  number: number;
  id: string;
  generation: string;
  created_at: number;
  expires_at: number;
  received_at: number;
  first_seq: number;
  last_seq: number;
  bytes: number;
  /** 1 when the inbox has a response plan. */
  planned: number;
  /** The address to whose share the inbox counts; 0: unknown. */
  owner: number;
}

/** Converts a row to the store's interface. */
export function toInboxMeta(row: InboxRow): InboxMeta {
  return {
    generation: row.generation,
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
    firstSeq: row.first_seq,
    lastSeq: row.last_seq,
    bytes: row.bytes,
  };
}
