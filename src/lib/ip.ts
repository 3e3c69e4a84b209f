import { isIPv4, isIPv6 } from "node:net";

/**
 * The part of an address that stands for one caller: an IPv4 address whole, an IPv6 one as its /64
 * (`2001:db8:0:1::/64`), since a household is handed that many. `::ffff:` and a zone are taken off.
 * What is no address gives undefined.
 */
export function callerNetwork(address: string): string | undefined {
  if (isIPv4(address)) return address;
  const bare = plainAddress(address);
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return undefined;
  return `${groupsOf(bare).slice(0, 4).join(":")}::/64`;
}

/** The address without a zone and without the IPv4-mapped prefix; anything else as it is. */
export function plainAddress(address: string): string {
  const bare = address.split("%", 1)[0] ?? "";
  return bare.toLowerCase().startsWith("::ffff:") && isIPv4(bare.slice(7)) ? bare.slice(7) : bare;
}

/** The eight groups of a valid IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = address.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  // A dotted IPv4 tail stands for two groups; both lie past the /64.
  const dotted = address.includes(".") ? 1 : 0;
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length - dotted;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after];
  return groups.map((group) => group.replace(/^0+(?=.)/, ""));
}
