import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { callerNetwork } from "../lib/ip.ts";

/** Whose request it is. */
export interface Caller {
  /** The caller's network: an IPv4 address or an IPv6 /64. Limits count by it. */
  network: string;
  /** What daily usage counts by: the key's hash, or the network without a key. */
  identity: string;
}

const KEY = /^[\x21-\x7e]{1,256}$/;

/** `address` is what the proxies in between vouch for; a forwarded value that is no address falls back to the socket's. */
export function callerOf(
  address: string,
  socketAddress: string,
  headers: IncomingHttpHeaders,
): Caller {
  const network = callerNetwork(address) ?? callerNetwork(socketAddress) ?? "unknown";
  const key = headers["x-api-key"];
  const isKey = typeof key === "string" && KEY.test(key);
  return { network, identity: isKey ? keyIdentity(key) : network };
}

/** Keys are never kept, only what cannot be turned back into them. */
function keyIdentity(key: string): string {
  return `key:${createHash("sha256").update(key).digest("base64url")}`;
}
