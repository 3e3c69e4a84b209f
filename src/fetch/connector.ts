import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { createSecureContext } from "node:tls";
import { buildConnector } from "undici";
import { FetchError } from "../lib/net/network.ts";
import type { AddressPolicy } from "./address.ts";
import type { Resolve } from "./dns.ts";
import { createReadThrottle } from "./throttle.ts";
import { isAddressLiteral, stripBrackets } from "./url.ts";

/**
 * Resolves a host to addresses that the policy allows, the same ones throughout a job. Throws
 * FetchError.
 */
export type SafeLookup = (host: string) => Promise<LookupAddress[]>;

const CONNECT_TIMEOUT_MS = 5_000;

/** Shared by all connections, because loading the trusted certificates takes 3 ms each time. */
const SECURE_CONTEXT = createSecureContext();

/** Shared by all jobs, because they share one event loop. */
const throttle = createReadThrottle(() => performance.now());

/**
 * Creates a lookup that resolves each name once a job and checks every address. One forbidden
 * address rejects the name, because the server decides which of them a connection uses. Connections
 * reuse the checked addresses, so that DNS rebinding has no effect.
 */
export function createSafeLookup(policy: AddressPolicy, resolve: Resolve): SafeLookup {
  const lookups = new Map<string, Promise<LookupAddress[]>>();
  const resolveChecked = async (host: string) => {
    const addresses = isAddressLiteral(host)
      ? [toLookupAddress(host)]
      : await resolveName(host, resolve);
    if (!addresses.every(({ address }) => policy.allows(address))) throw createBlockedError();
    return addresses;
  };
  return (host) => {
    const lookup = lookups.get(host) ?? resolveChecked(host);
    lookups.set(host, lookup);
    return lookup;
  };
}

function toLookupAddress(literal: string): LookupAddress {
  return { address: literal, family: literal.includes(":") ? 6 : 4 };
}

async function resolveName(host: string, resolve: Resolve): Promise<LookupAddress[]> {
  const addresses = await resolve(host);
  if (addresses.length === 0) {
    throw new FetchError("dns", "has a host that was not found in DNS; check the spelling");
  }
  return addresses;
}

/**
 * Creates undici's `connect` with three checks: address literals (which never reach a lookup hook),
 * every resolved address, and the remote address of the connected socket. `receive` gets the number
 * of bytes of each read and returns false to close the connection.
 */
export function createGuardedConnector(
  policy: AddressPolicy,
  lookup: SafeLookup,
  receive: (bytes: number) => boolean,
): buildConnector.connector {
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    autoSelectFamily: true,
    secureContext: SECURE_CONTEXT,
    lookup: toLookupHook(lookup),
  });
  return (options, callback) => {
    const host = stripBrackets(options.hostname);
    if (isAddressLiteral(host) && !policy.allows(host)) return callback(createBlockedError(), null);
    // The server name of TLS has no trailing dot (RFC 6066, section 3); servers would not recognize
    // it.
    const servername = options.servername?.replace(/\.$/, "") ?? "";
    return connect({ ...options, servername }, (...[error, socket]) => {
      // undici passes no socket on failure, although its types say otherwise.
      if (error || !socket) return callback(error ?? new Error("no socket"), null);
      if (!policy.allows(socket.remoteAddress ?? "")) {
        socket.destroy();
        return callback(createBlockedError(), null);
      }
      throttle.attach(socket, receive);
      return callback(null, socket);
    });
  };
}

/** Adapts the lookup to the callback that `net.connect` expects. */
function toLookupHook(lookup: SafeLookup): LookupFunction {
  const resolveHost: (...call: Parameters<LookupFunction>) => Promise<void> = async (
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
  return (...call) => void resolveHost(...call);
}

/**
 * Creates an error that does not state the address, so that callers cannot scan ports through it.
 */
function createBlockedError(): FetchError {
  return new FetchError("blocked", "is blocked because its host is not at a public address");
}
