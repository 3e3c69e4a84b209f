import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { createSecureContext } from "node:tls";
import { buildConnector } from "undici";
import { FetchError } from "../lib/network.ts";
import type { AddressPolicy } from "./address.ts";
import type { Resolve } from "./dns.ts";
import { throttleSocketReads } from "./throttle.ts";
import { isLiteral } from "./url.ts";

/** Gives a host's checked addresses, the same ones for as long as the job lasts. Throws FetchFailure. */
export type CheckedLookup = (host: string) => Promise<LookupAddress[]>;

const CONNECT_MS = 5_000;

/** The trusted certificates, read once: reading them anew costs every connection 3 ms. */
const TRUSTED = createSecureContext();

/** One for all jobs: it is one event loop that they share. */
const slicer = throttleSocketReads(() => performance.now());

/**
 * Resolves names once a job and checks every answer: one bad address refuses the name, since which of them
 * a connection would pick is the target's choice. What was checked is what is connected to.
 */
export function safeLookup(policy: AddressPolicy, resolve: Resolve): CheckedLookup {
  const known = new Map<string, Promise<LookupAddress[]>>();
  const resolveChecked = async (host: string) => {
    const addresses = isLiteral(host) ? [literal(host)] : await resolved(host, resolve);
    if (!addresses.every(({ address }) => policy.allows(address))) throw blocked();
    return addresses;
  };
  return (host) => {
    const answer = known.get(host) ?? resolveChecked(host);
    known.set(host, answer);
    return answer;
  };
}

function literal(host: string): LookupAddress {
  return { address: host, family: host.includes(":") ? 6 : 4 };
}

async function resolved(host: string, resolve: Resolve): Promise<LookupAddress[]> {
  const addresses = await resolve(host);
  if (addresses.length === 0) throw new FetchError("dns", "has a host name that DNS does not know");
  return addresses;
}

/**
 * undici's way to a socket, guarded three times: address literals (which no lookup hook sees), every
 * address that a name stands for, and the peer of the socket once it stands. `receive` is told of every byte that
 * comes, and ends the connection where it says no.
 */
export function guardedConnector(
  policy: AddressPolicy,
  lookup: CheckedLookup,
  receive: (bytes: number) => boolean,
): buildConnector.connector {
  const connect = buildConnector({
    timeout: CONNECT_MS,
    autoSelectFamily: true,
    secureContext: TRUSTED,
    lookup: hook(lookup),
  });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    if (isLiteral(host) && !policy.allows(host)) return callback(blocked(), null);
    // A host may end in a dot, what TLS calls it may not (RFC 6066, 3): servers would not know it.
    const servername = options.servername?.replace(/\.$/, "") ?? "";
    return connect({ ...options, servername }, (...[error, socket]) => {
      // undici's connector leaves the socket out when it fails, whatever its types say.
      if (error || !socket) return callback(error ?? new Error("no socket"), null);
      if (!policy.allows(socket.remoteAddress ?? "")) {
        socket.destroy();
        return callback(blocked(), null);
      }
      slicer.slice(socket, receive);
      return callback(null, socket);
    });
  };
}

/** The checked lookup as `net.connect` asks for it. */
function hook(lookup: CheckedLookup): LookupFunction {
  const answer: (...call: Parameters<LookupFunction>) => Promise<void> = async (
    host,
    options,
    callback,
  ) => {
    try {
      const addresses = await lookup(host);
      const [first] = addresses;
      if (options.all) callback(null, addresses);
      else callback(null, first?.address ?? "", first?.family);
    } catch (error) {
      callback(error as Error, "");
    }
  };
  return (...call) => void answer(...call);
}

/** Says nothing of what is there: whether anything listens is not the caller's to learn. */
function blocked(): FetchError {
  return new FetchError("blocked", "is blocked: it does not lead to a public address");
}
