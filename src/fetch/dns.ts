import type { LookupAddress } from "node:dns";
import { UnavailableError } from "../lib/errors.ts";
import { FetchError } from "../lib/network.ts";
import { limitConcurrency } from "../lib/concurrency.ts";

/** Gives every address of a name; rejects or gives none when it has none. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

/** As many as Node does at once, for the whole process: half of its four threads. None can be stopped. */
const MAX_LOOKUPS = 2;
/** Of one job: whoever names many hosts that hang leaves the other place to others. */
const MAX_PER_JOB = 1;
const RESOLVE_MS = 5_000;
const BUSY_SECONDS = 5;

/**
 * Bounds a resolver's lookups under way; gives each job its own way to them, which answers in time. That throws
 * FetchFailure ("dns") where a name hangs, and NotNowError where others' did for so long that its turn never came.
 */
export function limitDnsLookups(resolve: Resolve): () => Resolve {
  const together = limitConcurrency(MAX_LOOKUPS);
  return () => {
    const ofJob = limitConcurrency(MAX_PER_JOB);
    return (name) =>
      withTimeout((begin) => ofJob(() => together(async () => (begin() ? resolve(name) : []))));
  };
}

/** Gives the task up after its time. It asks before it begins: what nobody waits for any more is left undone. */
function withTimeout(task: (begin: () => boolean) => ReturnType<Resolve>): ReturnType<Resolve> {
  let begun = false;
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      over = true;
      reject(
        begun
          ? dnsTimeout()
          : new UnavailableError("too many names are looked up", "busy", BUSY_SECONDS),
      );
    }, RESOLVE_MS);
  });
  const done = task(() => (begun = !over)).catch(() => []);
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

function dnsTimeout(): FetchError {
  return new FetchError("dns", "has a host name that DNS did not resolve in time");
}
