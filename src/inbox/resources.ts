import { excerptRecord, type ExcerptLimits } from "./record/excerpt.ts";
import { HttpError, UnavailableError } from "../lib/errors.ts";
import { mapStoreErrors, type RecordPage, splitRecords } from "../store/store.ts";
import { isInboxId } from "./address.ts";
import type { FilteredQuery, RecordReader } from "./read/record-reader.ts";
import { summarizeInbox } from "./responses.ts";
import { toCredentials } from "./tool-input.ts";
import type { CheckInboxAccess } from "./workbench/access.ts";

interface ResourceDeps {
  reader: RecordReader;
  checkAccess: CheckInboxAccess;
}

/** The caller that reads a resource. */
interface Reader {
  /** The read token of a private inbox. */
  token: string | undefined;
  ipPrefix: string;
  signal: AbortSignal;
}

/** Records of an inbox that its resource has. */
const MAX_RECORDS = 20;

/** A larger body is cut, in bytes. */
const MAX_BODY_BYTES = 1024 ** 2;

const CUT: ExcerptLimits = {
  maxWholeBytes: MAX_BODY_BYTES,
  bodyBytes: MAX_BODY_BYTES,
  mark: "truncated",
};

const NEWEST: FilteredQuery = {
  after: 0,
  limit: MAX_RECORDS,
  newest: true,
  view: "excerpt",
  preflights: true,
};

/** Creates what reads inboxes and their records as resources of MCP. */
export function createInboxResources({ reader, checkAccess }: ResourceDeps) {
  const mayRead = async (inbox: string, { token, ipPrefix }: Reader): Promise<boolean> => {
    if (!isInboxId(inbox)) return false;
    try {
      await checkAccess(inbox, toCredentials(token, ipPrefix));
      return true;
    } catch (error) {
      // Not told apart from an inbox that does not exist.
      if (error instanceof HttpError || error instanceof UnavailableError) return false;
      throw error;
    }
  };
  return {
    mayRead,
    watch: (inbox: string, _token: string | undefined, listener: () => void) =>
      reader.subscribe(inbox, listener),
    /** Returns JSON; undefined for what there is not, or what the reader may not read. */
    async read(
      { inbox, seq }: { inbox: string; seq?: number },
      caller: Reader,
    ): Promise<string | undefined> {
      if (!(await mayRead(inbox, caller))) return undefined;
      const { ipPrefix, signal } = caller;
      const client = { client: ipPrefix, isDisconnected: () => signal.aborted };
      const page = await mapStoreErrors(reader.read(inbox, toQuery(seq), client));
      return seq === undefined ? formatInbox(inbox, page) : formatRecord(page, seq);
    },
  };
}

function toQuery(seq: number | undefined): FilteredQuery {
  if (seq === undefined) return NEWEST;
  return { after: seq - 1, through: seq, limit: 1, newest: false, preflights: true };
}

/** Returns undefined for an inbox without records. */
function formatInbox(inbox: string, { meta, texts }: RecordPage): string | undefined {
  if (!meta) return undefined;
  const { total, expiresAt } = summarizeInbox(inbox, meta);
  const start = JSON.stringify({ id: inbox, total, lastSeq: meta.lastSeq, expiresAt }).slice(0, -1);
  return `${start},"payloads":[${Buffer.from(texts).toString()}]}`;
}

function formatRecord(page: RecordPage, seq: number): string | undefined {
  const [record] = splitRecords(page);
  if (record?.seq !== seq) return undefined;
  const { text } = record;
  return (hasWholeBody(text) ? text : excerptRecord(text, CUT)).toString();
}

/** Bytes that contain the members before the body, unless path or query are very long. */
const HEAD_BYTES = 131_072;

/** A body within the limit is whole, although the record is larger with it as JSON and base64. */
function hasWholeBody(text: Buffer): boolean {
  const [, size] = /"bodySize":(\d+)/.exec(text.toString("latin1", 0, HEAD_BYTES)) ?? [];
  return Number(size) <= MAX_BODY_BYTES;
}
