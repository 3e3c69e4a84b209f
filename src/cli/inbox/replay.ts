import { leavesTarget } from "../../domain/record/forwarding.ts";
import type { DeliveryOptions } from "./forward.ts";
import { readList } from "./server.ts";

interface ReplayOptions extends DeliveryOptions {
  seq: number;
  times: number;
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
