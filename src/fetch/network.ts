import type { Network } from "../lib/network.ts";
import type { NetworkOptions } from "./safe-fetch.ts";

export type { NetworkOptions };

/**
 * Makes the guarded way out. What it stands on is loaded with the first visit: most processes that could
 * fetch never do, and undici alone is 20 MB.
 */
export function createNetwork(options: NetworkOptions): Network {
  let guard: Promise<Network> | undefined;
  return {
    async openSession(url) {
      guard ??= import("./safe-fetch.ts").then(({ createSafeFetch: openGuard }) =>
        openGuard(options),
      );
      return (await guard).openSession(url);
    },
  };
}
