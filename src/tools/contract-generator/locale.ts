/**
 * Returns a language tag in its canonical case, such as `en-GB` for `en_gb`. Returns undefined for
 * an invalid tag.
 */
export function toCanonicalLocale(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll("_", "-"))[0];
  } catch {
    // `Intl` throws a RangeError for an invalid tag.
    return undefined;
  }
}
