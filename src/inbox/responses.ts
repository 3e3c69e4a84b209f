import type { InboxMeta, Page, ReadQuery } from "../store/store.ts";

/** The strong entity tag of everything read from an inbox: it changes with each record and each life. */
export function formatETag(head: InboxMeta | undefined): string {
  return head ? `"${head.life}-${head.lastSeq}"` : '"none"';
}

/** Time as it is told: ISO 8601, UTC, milliseconds. */
export function formatTimestamp(ms: number): string {
  return new Date(ms).toISOString();
}

/** What an inbox says of itself, without its records. Nothing was ever sent: zeros and no dates. */
export function summary(inbox: string, head: InboxMeta | undefined) {
  return {
    id: inbox,
    count: head ? head.lastSeq - head.firstSeq + 1 : 0,
    total: head?.lastSeq ?? 0,
    dropped: head ? head.firstSeq - 1 : 0,
    bytes: head?.bytes ?? 0,
    createdAt: head ? formatTimestamp(head.createdAtMs) : null,
    expiresAt: head ? formatTimestamp(head.expiresAtMs) : null,
  };
}

/** An answer of one page, in parts that are sent one behind another. Records are sent as they are stored. */
export function pageBody(inbox: string, { head, texts, seqs }: Page): Uint8Array[] {
  const start = `${bodyPrefix(inbox, head)},"count":${seqs.length},"payloads":[`;
  return [Buffer.from(start), texts, ENDING];
}

const ENDING = Buffer.from("]}");

/**
 * An answer of several pages, a page at a time: the memory it takes does not grow with the inbox. `count` comes
 * last, because records may be dropped while the answer is under way.
 */
export async function* streamBody(
  inbox: string,
  first: Page,
  read: (query: ReadQuery) => Promise<Page>,
): AsyncGenerator<string | Uint8Array> {
  yield `${bodyPrefix(inbox, first.head)},"payloads":[`;
  let count = 0;
  for (let page: Page | undefined = first; page;) {
    if (count > 0 && page.seqs.length > 0) yield ",";
    if (page.seqs.length > 0) yield page.texts;
    count += page.seqs.length;
    const next: Page | undefined = page.next && (await read(page.next));
    // Another life has begun meanwhile: its records are not the rest of this answer.
    page = next?.head?.life === first.head?.life ? next : undefined;
  }
  yield `],"count":${count}}`;
}

function bodyPrefix(inbox: string, head: InboxMeta | undefined): string {
  const { total, dropped, expiresAt } = summary(inbox, head);
  return JSON.stringify({ id: inbox, expiresAt, total, dropped }).slice(0, -1);
}

/** A record as a server-sent event. Line breaks can only be whitespace between the sender's JSON tokens. */
export function eventText(seq: number, text: string): string {
  return `id: ${seq}\ndata: ${text.replaceAll(/\r\n|\r|\n/g, "\ndata: ")}\n\n`;
}
