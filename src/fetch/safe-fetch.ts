import { promises as dns } from "node:dns";
import { UnavailableError } from "../lib/errors.ts";
import type { Network } from "../lib/network.ts";
import { addressPolicy } from "./address.ts";
import { safeLookup } from "./connector.ts";
import { perHostLimiter } from "./per-host-limiter.ts";
import { limitDnsLookups, type Resolve } from "./dns.ts";
import { createPlaces } from "./semaphore.ts";
import { checkUrl, hostOf } from "./url.ts";
import { openVisit } from "./session.ts";

/** How the guard is set up. */
export interface NetworkOptions {
  /** Refuses everything. */
  offline: boolean;
  /** Private ranges that may be fetched nevertheless. */
  allowCidrs: readonly string[];
  /** Undefined: all. */
  allowPorts: readonly number[] | undefined;
  /** Product, version and a URL where its operator is found. */
  userAgent: string;
  now(): number;
  /** Left out: the system's resolver. */
  resolve?: Resolve;
}

const OFFLINE_SECONDS = 3600;

/** Makes the guard: whoever passes it gets a job of their own. */
export function createSafeFetch(options: NetworkOptions): Network {
  const policy = addressPolicy(options.allowCidrs);
  const ports = options.allowPorts && new Set(options.allowPorts);
  const lookups = limitDnsLookups(options.resolve ?? ((name) => dns.lookup(name, { all: true })));
  const limits = perHostLimiter(() => options.now());
  const places = createPlaces();
  return {
    async openSession(text) {
      if (options.offline) throw offline();
      const host = hostOf(checkUrl(text, ports));
      const giveUpPlace = await places.acquire();
      const lookup = safeLookup(policy, lookups());
      try {
        const addresses = await lookup(host);
        const opened = addresses.every(({ address }) => policy.isOpened(address));
        const leaveHost = opened ? () => {} : limits.enter(host);
        const onEnd = () => {
          giveUpPlace();
          leaveHost();
        };
        return openVisit({ policy, lookup, ports, userAgent: options.userAgent, onEnd });
      } catch (error) {
        giveUpPlace();
        throw error;
      }
    },
  };
}

function offline(): UnavailableError {
  return new UnavailableError("outbound requests are switched off here", "busy", OFFLINE_SECONDS);
}
