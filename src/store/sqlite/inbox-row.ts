import type { InboxMeta } from "../store.ts";

/** A row of `inboxes`. */
export interface Row {
  number: number;
  id: string;
  life: string;
  created_at: number;
  expires_at: number;
  received_at: number;
  first_seq: number;
  last_seq: number;
  bytes: number;
}

/** An inbox as the interface tells it. */
export function headOf(row: Row): InboxMeta {
  return {
    life: row.life,
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
    firstSeq: row.first_seq,
    lastSeq: row.last_seq,
    bytes: row.bytes,
  };
}
