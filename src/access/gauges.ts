import type { Gauge } from "../lib/metrics.ts";
import type { AccessStore } from "../store/store.ts";

/**
 * Creates the gauges of keys and sessions. A reading returns the latest counts and starts to count
 * again, because metrics do not wait for the store.
 */
export function createAccessGauges(store: AccessStore): () => Gauge[] {
  let [keys, sessions] = [0, 0];
  const refresh = async () => {
    const counts = await Promise.all([store.count("key"), store.count("session")]);
    [keys, sessions] = [counts[0].lasting, counts[1].expiring];
  };
  // The store's own gauges report that it is out of reach.
  const refreshLater = () => void refresh().catch(() => undefined);
  refreshLater();
  return () => {
    refreshLater();
    return [
      { name: "sundry_auth_keys", help: "Keys that are not revoked.", value: keys },
      { name: "sundry_auth_sessions", help: "Sessions.", value: sessions },
    ];
  };
}
