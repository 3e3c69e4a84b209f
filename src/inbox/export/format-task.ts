import { toTransferable } from "../../lib/workers/transferable.ts";
import { type FormatInput, formatRecords } from "./formats.ts";

/** Formats the records of a page in a worker. */
export default function formatInWorker(input: FormatInput): Uint8Array {
  // Copied, because transferring a part of a shared buffer would copy all of it.
  return toTransferable(formatRecords(input));
}
