/** Returns the algorithm whose digest is `expected`, in either case and with spaces around; undefined when none is. */
export function findMatch(
  digests: Readonly<Record<string, string>>,
  expected: string,
): string | undefined {
  const wanted = expected.trim().toLowerCase();
  return Object.keys(digests).find((algorithm) => digests[algorithm]?.toLowerCase() === wanted);
}
