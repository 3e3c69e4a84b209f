import { hash } from "node:crypto";
import type { RecordFields } from "../../domain/record/inbox-record.ts";
import { toBodyBytes } from "../../domain/record/record-text.ts";

/**
 * Returns the received bytes of a record. Throws an Error when the disk or the memory changed them:
 * a damaged body must not pass for a webhook's.
 */
export function readVerifiedBody(record: RecordFields): Buffer {
  const bytes = toBodyBytes(record);
  if (hash("sha256", bytes) === record.bodySha256) return bytes;
  throw new Error(`the stored body of record ${record.id} is damaged: its SHA-256 differs`);
}
