/** A digest in hex, from MD5 to SHA-512, that is not part of a longer word. */
const DIGEST = /(?<![\da-z])[\da-f]{32,128}(?![\da-z])/i;

/**
 * Returns the digest in a checksum as it is pasted: alone, before the file's name as `sha256sum`
 * prints it, or after the algorithm's, as in `sha256:…` and `SHA256 (file) = …`. Other text is
 * returned without spaces around it.
 */
export function extractDigest(text: string): string {
  return (DIGEST.exec(text)?.[0] ?? text.trim()).toLowerCase();
}

/** Returns the algorithm whose digest is in `expected`; undefined when none is. */
export function findMatch(
  digests: Readonly<Record<string, string>>,
  expected: string,
): string | undefined {
  const digest = extractDigest(expected);
  return Object.keys(digests).find((algorithm) => digests[algorithm]?.toLowerCase() === digest);
}
