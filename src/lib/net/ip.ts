import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Returns the part of an address that identifies a client: a whole IPv4 address, or the /64 of an
 * IPv6 one (`2001:db8:0:1::/64`), which a household receives. Drops a zone and the IPv4-mapped
 * prefix (`::ffff:`). Returns undefined for text that is not an address.
 */
export function toCallerNetwork(address: string): string | undefined {
  const bare = unmapAddress(address);
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return undefined;
  const groups = ipaddr.IPv6.parse(bare).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(":")}::/64`;
}

/**
 * Returns the address without a zone and without the IPv4-mapped prefix. Other text is unchanged.
 */
export function unmapAddress(address: string): string {
  const bare = address.split("%", 1)[0] ?? "";
  return bare.toLowerCase().startsWith("::ffff:") && isIPv4(bare.slice(7)) ? bare.slice(7) : bare;
}
