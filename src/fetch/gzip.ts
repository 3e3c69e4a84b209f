/** The first bytes of every member (RFC 1952, 2.3): two of magic, and the one method there is. */
const MAGIC = Buffer.from([0x1f, 0x8b, 8]);
const HEADER_BYTES = 10;
/** Flags for what stands between the header and the deflated bytes, in this order. */
const [EXTRA, NAME, COMMENT, HEADER_CHECK, RESERVED] = [4, 8, 16, 2, 0xe0];

/**
 * The deflated bytes of a gzip body, and what follows them; undefined where it is no gzip. What browsers show ends
 * with the first member's deflated bytes: its checksum, further members and stray bytes behind are passed over
 * (Chromium 156, tried).
 */
export function stripGzipHeader(body: Buffer): Buffer | undefined {
  const flags = body[3] ?? 0;
  if (!MAGIC.subarray(0, body.length).equals(body.subarray(0, 3)) || flags & RESERVED)
    return undefined;
  let at = HEADER_BYTES;
  if (flags & EXTRA) at += 2 + (body[at] ?? 0) + 256 * (body[at + 1] ?? 0);
  if (flags & NAME) at = afterNul(body, at);
  if (flags & COMMENT) at = afterNul(body, at);
  if (flags & HEADER_CHECK) at += 2;
  return body.subarray(at);
}

/** A text that never ends takes all there is. */
function afterNul(body: Buffer, from: number): number {
  const nul = body.indexOf(0, from);
  return nul === -1 ? body.length : nul + 1;
}
