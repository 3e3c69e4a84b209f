import { leavesTarget } from "../../domain/record/forwarding.ts";
import type { DeliveryReport } from "./report.ts";
import { type InboxAddress, readList } from "./server.ts";
import type { ForwardTarget } from "./target.ts";

interface ReplayOptions {
  address: InboxAddress;
  target: ForwardTarget;
  seq: number;
  times: number;
  /** True: the first status of 400 or above ends the replay. */
  failFast: boolean;
  report: DeliveryReport;
  signal: AbortSignal;
}

/**
 * Sends one record to the target `times` times. Returns false when the target did not answer or
 * `failFast` ended it.
 */
export async function replayRecord(options: ReplayOptions): Promise<boolean> {
  const { address, target, seq, times, failFast, report, signal } = options;
  const { payloads } = await readList(address, `?after=${seq - 1}&limit=1`);
  const record = payloads.find((payload) => payload.seq === seq);
  if (!record) throw new Error(`the inbox has no record ${seq}`);
  if (record.truncated) throw new Error(`the body of record ${seq} was too large to be stored`);
  if (leavesTarget(record.path)) throw new Error(`the path of record ${seq} leaves the target`);
  for (let sent = 0; sent < times && !signal.aborted; sent++) {
    const delivery = await target.send(record, signal);
    if (signal.aborted) return true;
    if ("problem" in delivery) {
      report.failed(record, delivery.problem);
      return false;
    }
    report.answered(record, delivery.status, delivery.ms);
    if (failFast && delivery.status >= 400) return false;
  }
  return true;
}
