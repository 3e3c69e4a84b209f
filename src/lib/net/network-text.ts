import { isIP } from "node:net";

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
