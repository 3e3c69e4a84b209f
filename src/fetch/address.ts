import ipaddr from "ipaddr.js";

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** Decides which addresses may be connected to. Takes addresses in dotted or IPv6 notation. */
export interface AddressPolicy {
  /** Returns true when a connection to this address is allowed. */
  allows(address: string): boolean;
  /** Returns true when the address is in a range that the operator allowed explicitly. */
  isAllowlisted(address: string): boolean;
}

/**
 * The range that contains all IPv6 unicast allocations (IANA IPv6 Global Unicast Address
 * Assignments, read 2026-11). Everything outside is unassigned or special, although ipaddr.js
 * classifies much of it as "unicast".
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Creates a policy that allows public unicast addresses and the ranges in `allowCidrs`
 * ("10.0.0.0/8", "127.0.0.1").
 */
export function createAddressPolicy(allowCidrs: readonly string[]): AddressPolicy {
  const ranges = allowCidrs.map(parseRange);
  const isAllowlisted = (text: string) => {
    const address = parseAddress(text);
    // An IPv4-mapped literal is never allowed: it is a second spelling of an address that policies
    // miss.
    if (address === undefined || isIpv4Mapped(address)) return false;
    return ranges.some(
      ([range, bits]) => range.kind() === address.kind() && address.match(range, bits),
    );
  };
  return { isAllowlisted, allows: (text) => isAllowlisted(text) || isPublic(text) };
}

/**
 * Metadata services at addresses that are public unicast: Azure's WireServer (Microsoft, "What is
 * IP address
 * 168.63.129.16?", read 2026-11). Other clouds use link-local, unique local or shared addresses.
 */
const METADATA_ADDRESSES = new Set(["168.63.129.16"]);

function isPublic(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined || METADATA_ADDRESSES.has(address.toString())) return false;
  if (address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(...GLOBAL_UNICAST);
}

/**
 * Accepts canonical notation only, because URL parsing has already turned `0177.0.0.1` into
 * `127.0.0.1`.
 */
function parseAddress(text: string): IpAddress | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  // A zone ("fe80::1%eth0") selects one of our own interfaces, so it is rejected.
  return ipaddr.IPv6.isValid(text) && !text.includes("%") ? ipaddr.IPv6.parse(text) : undefined;
}

function isIpv4Mapped(address: IpAddress): boolean {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
}

function parseRange(cidr: string): [IpAddress, bits: number] {
  if (cidr.includes("/")) return ipaddr.parseCIDR(cidr);
  const address = ipaddr.parse(cidr);
  return [address, address instanceof ipaddr.IPv4 ? 32 : 128];
}
