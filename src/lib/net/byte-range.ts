/** The first and the last byte of a part of a file. */
interface ByteRange {
  first: number;
  last: number;
}

/**
 * Parses a `Range` header for a file of `size` bytes (RFC 9110, 14.1). Returns undefined for
 * several ranges, other units and malformed text, which are ignored, and null for a range outside
 * of the file.
 */
export function parseByteRange(header: string, size: number): ByteRange | null | undefined {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.trim()) ?? [];
  if (from === "" && to === "") return undefined;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? null : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === "" ? size - 1 : Number(to);
  if (last < first && to !== "") return undefined;
  return first < size ? { first, last: Math.min(last, size - 1) } : null;
}
