import { leavesTarget } from "../../domain/record/forwarding.ts";
import type { RecordFields } from "../../domain/record/inbox-record.ts";
import { parseRecord } from "../../domain/record/record-text.ts";
import { getBackoffSeconds, type Clock } from "./clock.ts";
import { streamRecords } from "./record-stream.ts";
import type { DeliveryReport } from "./report.ts";
import { type InboxAddress, readList } from "./server.ts";
import type { ForwardTarget } from "./target.ts";

/** Options of all that sends records to a target. */
export interface DeliveryOptions {
  address: InboxAddress;
  target: ForwardTarget;
  /** True: the first status of 400 or above ends the command. */
  failFast: boolean;
  report: DeliveryReport;
  signal: AbortSignal;
}

export interface ForwardOptions extends DeliveryOptions {
  /** The last record to skip; undefined: only records that arrive from now on. */
  after: number | undefined;
  /** `--match`: a `where` expression. */
  where: string | undefined;
  /** True: a record that the target rejects is reported and skipped instead of retried. */
  skipFailed: boolean;
  clock: Clock;
}

/**
 * Sends each captured request to the target, one at a time and in order, until `signal` aborts.
 * Retries a target that does not answer, so that no record is lost. Returns false when `failFast`
 * ended it.
 */
export async function forwardRecords(options: ForwardOptions): Promise<boolean> {
  const { address, where, clock, signal, report } = options;
  const start = await findStart(options);
  const note = (message: string) => report.note(message);
  for await (const text of streamRecords({ address, ...start, where, clock, signal, note })) {
    const status = await deliver(parseRecord(text), options);
    if (options.failFast && status !== undefined && status >= 400) return false;
  }
  return true;
}

/**
 * Returns the sequence number to start after. Reads the newest record first, so that none is missed
 * if the first connection fails.
 */
async function findStart({ address, after }: ForwardOptions) {
  if (after !== undefined) return { after, generation: undefined };
  const { payloads } = await readList(address, "?limit=1&excerpt=true");
  const newest = payloads.at(-1);
  return { after: newest?.seq ?? 0, generation: newest?.id.split("-", 1)[0] };
}

/** Sends one record until it is answered or skipped; returns the status of the response. */
async function deliver(record: RecordFields, options: ForwardOptions): Promise<number | undefined> {
  const { target, skipFailed, report, clock, signal } = options;
  if (record.truncated) {
    report.failed(record, "not sent: its body was too large to be stored");
    return undefined;
  }
  if (leavesTarget(record.path)) {
    report.failed(record, "not sent: its path leaves the target");
    return undefined;
  }
  for (let failures = 1; !signal.aborted; failures++) {
    const delivery = await target.send(record, signal);
    if (signal.aborted) break;
    if ("status" in delivery) {
      report.answered(record, delivery.status, delivery.ms);
      return delivery.status;
    }
    const seconds = skipFailed ? undefined : getBackoffSeconds(failures);
    report.failed(record, delivery.problem, seconds);
    if (seconds === undefined) break;
    await clock.sleep(seconds * 1000, signal);
  }
  return undefined;
}
