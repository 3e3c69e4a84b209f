import type { Gauge } from "../lib/metrics.ts";
import type { Store } from "./store.ts";

/**
 * Returns 1 or 0 for each reason why the store may not work, so that an alert needs no rule for a
 * missing series.
 */
export function createStoreGauges({ problem, storedBytes }: Store, maxBytes: number): Gauge[] {
  const reasons = ["unreachable", "denied", "read-only", "full", "corrupt", "failing"] as const;
  return [
    { name: "sundry_store_up", help: "1 while the store works.", value: problem ? 0 : 1 },
    {
      name: "sundry_store_bytes",
      help: "Bytes of the records of all inboxes.",
      value: storedBytes,
    },
    {
      name: "sundry_store_max_bytes",
      help: "STORE_MAX_BYTES: above it, new inboxes are refused.",
      value: maxBytes,
    },
    ...reasons.map((reason) => ({
      name: `sundry_store_problem_${reason.replace("-", "_")}`,
      help: `1 while the store does not work for this reason: ${reason}.`,
      value: problem?.reason === reason ? 1 : 0,
    })),
  ];
}
