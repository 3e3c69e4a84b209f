import { formatDay, getUtcDayNumber } from "../lib/dates/date.ts";
import { isTargetDay, toFrankfurtTime } from "../lib/dates/target-days.ts";
import type { SharedText } from "../lib/shared-text.ts";
import type { RateBook } from "./book.ts";
import { formatCsv, parseCsv } from "./csv.ts";
import type { EcbClient } from "./ecb-client.ts";
import { joinSheets, saveDays } from "./saved-days.ts";
import type { RateSheet } from "./sheet.ts";
import { getErrorMessage } from "../lib/errors.ts";

/** Maximum random delay of the first request after the start. */
const START_JITTER_MS = 30_000;

/**
 * Maximum random delay of later requests, so that not all processes send theirs in the same second.
 */
const JITTER_MS = 5 * 60_000;

/**
 * Time for which a process that fetches prevents the others from fetching; shorter than the time
 * between fetches.
 */
const CLAIM_MS = 20 * 60_000;

interface RefreshLog {
  info(line: string): void;
  warn(line: string): void;
}

interface RefresherOptions {
  book: RateBook;
  ecb: EcbClient;
  /** The folder in which new days are saved. */
  directory: string;
  shared?: SharedText | undefined;
  log: RefreshLog;
  now(): number;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
}

/** Keeps rates up to date until it is stopped. */
export interface Refresher {
  /**
   * Adds the days that other processes share, and fetches days that are still missing. Never
   * rejects.
   */
  refresh(): Promise<void>;
  stop(): void;
}

/** Starts fetching new rates: soon when days are missing, then whenever the ECB publishes. */
export function startRefresher(options: RefresherOptions): Refresher {
  const { book, shared, log, now, random } = options;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let queue = Promise.resolve();
  // Runs one task after another, because each reads and replaces the same file.
  const enqueue = (work: () => Promise<void>) => {
    queue = queue.then(work).catch((error: unknown) => warn(log, error));
    return queue;
  };
  const refresh = () => enqueue(() => refreshOnce(options));
  const wait = (ms: number) => {
    if (!isStopped) timer = setTimeout(() => void refresh().then(waitForNext), ms).unref();
  };
  const waitForNext = () =>
    wait(getNextFetchTime(now(), book.newestDay()) - now() + random() * JITTER_MS);
  const unsubscribe = shared?.subscribe(() => void enqueue(() => addSharedDays(options)));
  wait(random() * START_JITTER_MS);
  return {
    refresh,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      unsubscribe?.();
    },
  };
}

async function refreshOnce(options: RefresherOptions): Promise<void> {
  const { ecb, log } = options;
  await addSharedDays(options).catch((error: unknown) => warn(log, error));
  if (!ecb.isBehind() || !(await canFetch(options))) return;
  const outcome = await ecb.fetchMissing();
  if (outcome.kind === "updated") {
    await publishDays(options, await addDays(options, outcome.sheet));
  }
  if (outcome.kind !== "current" && outcome.problem !== undefined) {
    log.warn(`exchange rates: ${outcome.problem}; the known rates remain in use`);
  }
}

/**
 * Returns true when this process may fetch. Without a shared text each process fetches the days
 * itself.
 */
async function canFetch({ shared, log }: RefresherOptions): Promise<boolean> {
  if (!shared) return true;
  return shared.claim(CLAIM_MS).catch((error: unknown) => {
    warn(log, error);
    return true;
  });
}

/** Adds the days that other processes share. */
async function addSharedDays(options: RefresherOptions): Promise<void> {
  const text = await options.shared?.read();
  if (text !== undefined) await addDays(options, parseCsv(text));
}

async function publishDays({ shared, log }: RefresherOptions, sheet: RateSheet): Promise<void> {
  if (!shared || sheet.rows.length === 0) return;
  try {
    const text = await shared.read();
    await shared.write(formatCsv(text === undefined ? sheet : joinSheets(parseCsv(text), sheet)));
  } catch (error) {
    warn(log, error);
  }
}

/** Adds the new days of a sheet to the book, saves them and returns them. */
async function addDays(
  { book, directory, log }: RefresherOptions,
  sheet: RateSheet,
): Promise<RateSheet> {
  const fresh = book.add(sheet);
  const newest = fresh.rows.at(-1)?.day;
  if (newest === undefined) return fresh;
  log.info(`exchange rates: ${fresh.rows.length} new, up to ${formatDay(newest)}`);
  await saveDays(directory, fresh).catch((error: unknown) => warn(log, error));
  return fresh;
}

function warn(log: RefreshLog, error: unknown): void {
  log.warn(`exchange rates: ${getErrorMessage(error)}`);
}

/**
 * Hours in Frankfurt at which a TARGET day's rates are requested until they are published: 16:10,
 * 16:40 … 19:40.
 */
const FETCH_HOURS = Array.from({ length: 8 }, (_, index) => 16 + 1 / 6 + index / 2);

/**
 * Returns the next time after `nowMs` to request rates newer than `newestDay`, in milliseconds
 * since 1970.
 */
export function getNextFetchTime(nowMs: number, newestDay: number): number {
  for (let day = getUtcDayNumber(nowMs); ; day++) {
    if (day <= newestDay || !isTargetDay(day)) continue;
    const time = FETCH_HOURS.map((hour) => toFrankfurtTime(day, hour)).find(
      (timeMs) => timeMs > nowMs,
    );
    if (time !== undefined) return Math.round(time);
  }
}
