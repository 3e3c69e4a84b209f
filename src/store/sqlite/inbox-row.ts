import type { InboxMeta } from "../store.ts";

/** A row of the table `inboxes`; `life` is the column of the generation. Times are milliseconds since 1970. */
export interface InboxRow {
  number: number;
  id: string;
  life: string;
  created_at: number;
  expires_at: number;
  received_at: number;
  first_seq: number;
  last_seq: number;
  bytes: number;
  /** 1 when the inbox has a response plan. */
  planned: number;
}

/** Converts a row to the store's interface. */
export function toInboxMeta(row: InboxRow): InboxMeta {
  return {
    generation: row.life,
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
    firstSeq: row.first_seq,
    lastSeq: row.last_seq,
    bytes: row.bytes,
  };
}
