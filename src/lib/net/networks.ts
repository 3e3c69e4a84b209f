import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import { unmapAddress } from "./ip.ts";

/**
 * Returns an address without a zone, or a CIDR with at least `minBits` bits; undefined for other
 * text.
 */
export function parseNetwork(entry: string, minBits = 0): string | undefined {
  const [address = "", bits, ...rest] = entry.split("/");
  if (address.includes("%") || rest.length > 0) return undefined;
  const max = isIP(address) === 4 ? 32 : 128;
  const hasBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= minBits);
  return isIP(address) > 0 && hasBits && Number(bits ?? 0) <= max ? entry : undefined;
}

/** Creates the function that returns true for addresses in one of these addresses and CIDRs. */
export function createNetworkFilter(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = unmapAddress(address);
    return isIPv4(plain) ? list.check(plain) : isIPv6(plain) && list.check(plain, "ipv6");
  };
}
