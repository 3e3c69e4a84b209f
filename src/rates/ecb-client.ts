import { formatDay, getUtcDayNumber } from "../lib/dates/date.ts";
import type { FetchedResponse, Network } from "../lib/net/network.ts";
import { isTargetDay, findNewestPublishedDay } from "../lib/dates/target-days.ts";
import { acceptRows } from "./accept.ts";
import type { RateBook } from "./book.ts";
import { parseCsv } from "./csv.ts";
import type { RateSheet } from "./sheet.ts";
import { parseXml } from "./xml.ts";
import { readZipEntry } from "./zip.ts";
import { getErrorMessage } from "../lib/errors.ts";

/** Folder in which the ECB publishes its reference rates. */
const ECB_URL = "https://www.ecb.europa.eu/stats/eurofxref/";

const MAX_DOWNLOAD_BYTES = 4 * 1024 ** 2;
const TIMEOUT_MS = 20_000;

/** Maximum bytes of the decompressed history: seven times its size in 2026. */
const MAX_CSV_BYTES = 16 * 1024 ** 2;

/** Number of days that `eurofxref-hist-90d.xml` covers. */
const RECENT_DAYS = 90;

interface EcbOptions {
  book: RateBook;
  network: Network;
  now(): number;
  /** The folder of the documents and the deadline; tests change both. */
  url?: string;
  timeoutMs?: number;
}

/** The result of a request for rates. */
export type RefreshOutcome =
  /** Rows after the newest known day; `problem` is the reason message there are not more. */
  | { kind: "updated"; sheet: RateSheet; problem?: string }
  /** Nothing newer has been published. */
  | { kind: "current" }
  | { kind: "failed"; problem: string };

/** Fetches missing days from the ECB. */
export interface EcbClient {
  /** Returns true when a day that should be published is missing. */
  isBehind(): boolean;
  /** Downloads the smallest document with the missing days. Never rejects. */
  fetchMissing(): Promise<RefreshOutcome>;
}

/**
 * Creates a client that makes conditional requests, so that an unchanged document is not sent
 * again.
 */
export function createEcbClient(options: EcbOptions): EcbClient {
  const modified = new Map<string, string>();
  const choose = () => chooseDocument(options.book.newestDay(), options.now());
  return {
    isBehind: () => choose() !== undefined,
    async fetchMissing() {
      const document = choose();
      if (document === undefined) return { kind: "current" };
      try {
        const response = await download(document, modified.get(document), options);
        const outcome = read(document, response, options);
        const changed = response.headers["last-modified"];
        if (outcome.kind === "current" && changed !== undefined) modified.set(document, changed);
        return outcome;
      } catch (error) {
        return { kind: "failed", problem: `${document} ${getErrorMessage(error)}` };
      }
    },
  };
}

/** Returns the smallest document with every missing day, or undefined when none is missing. */
export function chooseDocument(newestDay: number, nowMs: number): string | undefined {
  const published = findNewestPublishedDay(getUtcDayNumber(nowMs), nowMs);
  const missing = Array.from(
    { length: Math.max(0, published - newestDay) },
    (_, index) => newestDay + index + 1,
  ).filter(isTargetDay);
  if (missing.length === 0) return undefined;
  if (missing.length === 1) return "eurofxref-daily.xml";
  return published - newestDay <= RECENT_DAYS ? "eurofxref-hist-90d.xml" : "eurofxref-hist.zip";
}

async function download(
  document: string,
  modified: string | undefined,
  { network, url = ECB_URL, timeoutMs = TIMEOUT_MS }: EcbOptions,
): Promise<FetchedResponse> {
  const address = new URL(document, url);
  const session = await network.openSession(address.href);
  const timer = setTimeout(() => session.close(), timeoutMs);
  try {
    return await session.get(address.href, {
      accept: "application/xml, application/zip, */*;q=0.1",
      ...(modified !== undefined && { headers: { "if-modified-since": modified } }),
      maxBodyBytes: MAX_DOWNLOAD_BYTES,
      // The origin also fixes the scheme, so that no request is made without TLS.
      allows: ({ origin }) => origin === address.origin,
      wantsBody: ({ status }) => status === 200,
    });
  } finally {
    clearTimeout(timer);
    session.close();
  }
}

function read(
  document: string,
  { status, truncated, body }: FetchedResponse,
  { book, now }: EcbOptions,
): RefreshOutcome {
  if (status === 304) return { kind: "current" };
  if (status !== 200) throw new Error(`was answered with status ${status}`);
  if (truncated || (body?.length ?? 0) > MAX_DOWNLOAD_BYTES)
    throw new Error(`is longer than ${MAX_DOWNLOAD_BYTES} bytes`);
  const sheet = parse(document, Buffer.from(body ?? []));
  const newest = sheet.rows.at(-1)?.day ?? 0;
  const { rates } = book;
  if (newest < rates.newestDay) {
    throw new Error(`ends on ${formatDay(newest)}, before ${formatDay(rates.newestDay)}`);
  }
  const today = getUtcDayNumber(now());
  const { accepted, problem } = acceptRows(sheet, rates, today);
  if (accepted.rows.length > 0) {
    return { kind: "updated", sheet: accepted, ...(problem !== undefined && { problem }) };
  }
  return problem === undefined ? { kind: "current" } : { kind: "failed", problem };
}

function parse(document: string, body: Buffer): RateSheet {
  if (!document.endsWith(".zip")) return parseXml(body.toString("utf8"));
  return parseCsv(readZipEntry(body, "eurofxref-hist.csv", MAX_CSV_BYTES).toString("utf8"));
}
