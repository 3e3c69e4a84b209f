/**
 * The digits of a digest in hex, by the algorithms that the page computes for files: first what
 * most download pages have.
 */
const HEX_DIGITS = { sha256: 64, sha512: 128, sha1: 40, md5: 32, sha384: 96, crc32: 8 };

export type FileAlgorithm = keyof typeof HEX_DIGITS;

export const FILE_ALGORITHMS = Object.keys(HEX_DIGITS) as FileAlgorithm[];

/** A published digest of a file, in lowercase hex. */
export interface Checksum {
  algorithm: FileAlgorithm;
  digest: string;
}

/** A digest in hex, from MD5 to SHA-512, that is not part of a longer word. */
const HEX = /(?<![\da-z])[\da-f]{32,128}(?![\da-z])/i;

/** Short enough to be a word, so it is alone or after the algorithm's name. */
const CRC32 = /^(?:crc-?32\W+|0x)?([\da-f]{8})$/i;

/** A digest in base64, also after the algorithm's name as in `integrity` attributes. */
const BASE64 = /^(?:(?:md5|sha\d+)[-:])?((?:[a-z\d+/]{4})+(?:[a-z\d+/]{2}==|[a-z\d+/]{3}=)?)$/i;

/**
 * Returns the digest in a checksum as it is pasted: alone, or before the file's name as `sha256sum`
 * prints it. The algorithm may come first: `sha256:…`, `sha512-…`, `SHA256 (file) = …`.
 * Its length determines the algorithm. Returns undefined for other text.
 */
export function parseChecksum(text: string): Checksum | undefined {
  // The name of a file may look like a digest.
  const value = text.split(") = ").at(-1)?.trim() ?? "";
  const hex = HEX.exec(value)?.[0] ?? CRC32.exec(value)?.[1] ?? decodeBase64(value);
  const digest = hex.toLowerCase();
  const algorithm = FILE_ALGORITHMS.find((name) => HEX_DIGITS[name] === digest.length);
  return algorithm && { algorithm, digest };
}

/** Returns the bytes of a digest in base64 as hex. Returns "" for other text. */
function decodeBase64(text: string): string {
  const base64 = BASE64.exec(text)?.[1];
  // An MD5 has 24 characters; a shorter text is a word.
  if (base64 === undefined || base64.length < 24) return "";
  return Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join(
    "",
  );
}
