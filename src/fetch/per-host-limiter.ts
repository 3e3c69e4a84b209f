import { UnavailableError } from "../lib/errors.ts";

const WINDOW_MS = 60_000;
const PER_WINDOW = 12;
/** Hosts that are remembered; past it those longest unused are forgotten. */
const MAX_HOSTS = 10_000;

interface Record {
  starts: number[];
  busy: boolean;
}

/** Keeps the service from being a weapon: how often and how many at once jobs may go to one host. */
export interface HostLimits {
  /** Takes the host's turn. Throws NotNowError ("rate"). The function that comes back ends the turn. */
  enter(host: string): () => void;
}

/** Twelve jobs a minute and one at a time for each host. */
export function perHostLimiter(now: () => number): HostLimits {
  const hosts = new Map<string, Record>();
  return {
    enter(name) {
      // The dot that a full name may end in leads to the same host.
      const host = name.replace(/\.$/, "");
      const time = now();
      const known = hosts.get(host) ?? { starts: [], busy: false };
      known.starts = known.starts.filter((start) => start > time - WINDOW_MS);
      if (known.busy) throw refused(host, "is being measured already", 2);
      const [oldest = time] = known.starts;
      if (known.starts.length >= PER_WINDOW) {
        const seconds = Math.ceil((oldest + WINDOW_MS - time) / 1000);
        throw refused(host, `has been measured ${PER_WINDOW} times within a minute`, seconds);
      }
      known.starts.push(time);
      known.busy = true;
      hosts.delete(host);
      hosts.set(host, known);
      forgetOldest(hosts);
      return () => void (known.busy = false);
    },
  };
}

function forgetOldest(hosts: Map<string, Record>): void {
  if (hosts.size <= MAX_HOSTS) return;
  for (const [host, { busy }] of hosts) {
    if (busy) continue;
    hosts.delete(host);
    return;
  }
}

function refused(host: string, why: string, seconds: number): UnavailableError {
  return new UnavailableError(`${host} ${why}; try again in ${seconds} s`, "rate", seconds);
}
