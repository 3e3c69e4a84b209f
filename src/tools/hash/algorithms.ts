/** The algorithms, from the weakest, with those of `all` first. */
export const ALGORITHMS = [
  "md5",
  "sha1",
  "sha256",
  "sha384",
  "sha512",
  "sha512-256",
  "sha3-256",
  "sha3-384",
  "sha3-512",
  "blake2b512",
  "blake2s256",
  "crc32",
] as const;

/** A hash algorithm by its name in the API, which is OpenSSL's except for crc32. */
export type Algorithm = (typeof ALGORITHMS)[number];

/** The algorithms whose hashes `all` adds. */
export const ALL_ALGORITHMS = ["md5", "sha1", "sha256", "sha384", "sha512"] as const;

/** Size of a hash in bytes. */
export const DIGEST_BYTES: Readonly<Record<Algorithm, number>> = {
  md5: 16,
  sha1: 20,
  sha256: 32,
  sha384: 48,
  sha512: 64,
  "sha512-256": 32,
  "sha3-256": 32,
  "sha3-384": 48,
  "sha3-512": 64,
  blake2b512: 64,
  blake2s256: 32,
  crc32: 4,
};

/**
 * Returns the algorithm of `all` whose hashes have this size in bytes, or undefined when none has.
 */
export function findAlgorithmBySize(bytes: number): (typeof ALL_ALGORITHMS)[number] | undefined {
  return ALL_ALGORITHMS.find((name) => DIGEST_BYTES[name] === bytes);
}
