import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Says which addresses may be connected to. Built once from the ranges that the operator opened. */
export interface AddressPolicy {
  /** Whether a connection to this address (dotted or IPv6 text) may be made. */
  allows(address: string): boolean;
  /** Whether the operator opened the range that this address is in. */
  isOpened(address: string): boolean;
}

/**
 * Where IPv6 unicast is handed out (IANA IPv6 Global Unicast Address Assignments, read 2026-11). What lies
 * outside is unassigned or special; ipaddr.js calls much of it "unicast".
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Makes the policy: public unicast addresses, and the ranges in `openedCidrs` (`10.0.0.0/8`, `127.0.0.1`). */
export function addressPolicy(openedCidrs: readonly string[]): AddressPolicy {
  const opened = openedCidrs.map(parseRange);
  const isOpened = (text: string) => {
    const address = parse(text);
    if (address === undefined || isMapped(address)) return false;
    return opened.some(
      ([range, bits]) => range.kind() === address.kind() && address.match(range, bits),
    );
  };
  return { isOpened, allows: (text) => isOpened(text) || isPublic(text) };
}

/**
 * Clouds answer their own machines at addresses that look public: Azure's WireServer (Microsoft, "What is IP
 * address 168.63.129.16?", read 2026-11). The others' are link-local, unique local or shared space.
 */
const METADATA = new Set(["168.63.129.16"]);

function isPublic(text: string): boolean {
  const address = parse(text);
  if (address === undefined || METADATA.has(address.toString()) || address.range() !== "unicast")
    return false;
  return address instanceof ipaddr.IPv4 || address.match(...GLOBAL_UNICAST);
}

/** Only canonical spellings: `0177.0.0.1` never gets here, URL parsing has made it 127.0.0.1. */
function parse(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  // A zone ("fe80::1%eth0") picks an interface of ours; nobody outside may.
  return ipaddr.IPv6.isValid(text) && !text.includes("%") ? ipaddr.IPv6.parse(text) : undefined;
}

function isMapped(address: Address): boolean {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
}

function parseRange(cidr: string): [Address, number] {
  if (cidr.includes("/")) return ipaddr.parseCIDR(cidr);
  const address = ipaddr.parse(cidr);
  return [address, address instanceof ipaddr.IPv4 ? 32 : 128];
}
