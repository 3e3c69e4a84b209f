import type { InboxMeta, Page } from "../store/store.ts";
import type { FilteredQuery, ReadPage } from "./read/record-reader.ts";

/** Returns the strong entity tag of an inbox, which changes with each record and each generation. */
export function formatETag(meta: InboxMeta | undefined): string {
  return meta ? `"${meta.generation}-${meta.lastSeq}"` : '"none"';
}

/** Formats a time as ISO 8601 in UTC with milliseconds. */
export function formatTimestamp(ms: number): string {
  return new Date(ms).toISOString();
}

/** Returns what a response says about an inbox beside its records: zeros and null dates when there is none. */
export function summary(inbox: string, meta: InboxMeta | undefined) {
  return {
    id: inbox,
    count: meta ? meta.lastSeq - meta.firstSeq + 1 : 0,
    total: meta?.lastSeq ?? 0,
    dropped: meta ? meta.firstSeq - 1 : 0,
    bytes: meta?.bytes ?? 0,
    createdAt: meta ? formatTimestamp(meta.createdAtMs) : null,
    expiresAt: meta ? formatTimestamp(meta.expiresAtMs) : null,
  };
}

/** Returns the body of a response of one page, in parts to send in order. Records are sent as they are stored. */
export function pageBody(inbox: string, { meta, texts, seqs }: Page): Uint8Array[] {
  const start = `${bodyPrefix(inbox, meta)},"count":${seqs.length},"payloads":[`;
  return [Buffer.from(start), texts, ENDING];
}

const ENDING = Buffer.from("]}");

/**
 * Yields the body of a response of several pages, one page at a time, so that its memory does not grow with the
 * inbox. `count` comes last, because records may be dropped while the response is being sent.
 */
export async function* streamBody(
  inbox: string,
  first: ReadPage,
  read: (query: FilteredQuery) => Promise<ReadPage>,
): AsyncGenerator<string | Uint8Array> {
  yield `${bodyPrefix(inbox, first.meta)},"payloads":[`;
  let count = 0;
  for (let page: ReadPage | undefined = first; page;) {
    if (count > 0 && page.seqs.length > 0) yield ",";
    if (page.seqs.length > 0) yield page.texts;
    count += page.seqs.length;
    const next: ReadPage | undefined = page.next && (await read(page.next));
    // The records of a new generation are not the rest of this response.
    page = next?.meta?.generation === first.meta?.generation ? next : undefined;
  }
  yield `],"count":${count}}`;
}

function bodyPrefix(inbox: string, meta: InboxMeta | undefined): string {
  const { total, dropped, expiresAt } = summary(inbox, meta);
  return JSON.stringify({ id: inbox, expiresAt, total, dropped }).slice(0, -1);
}

/** Formats a record as a server-sent event. Line breaks are only whitespace between JSON tokens, so they may change. */
export function eventText(seq: number, text: string): string {
  return `id: ${seq}\ndata: ${text.replaceAll(/\r\n|\r|\n/g, "\ndata: ")}\n\n`;
}
