import { BlockList, isIPv4, isIPv6 } from "node:net";
import { unmapAddress } from "./ip.ts";

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
