/** Returns a language tag in its canonical case, `en-GB` for `en_gb`; undefined for what is not a tag. */
export function canonicalLocale(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll("_", "-"))[0];
  } catch {
    // `Intl` throws a RangeError for what is not a tag.
    return undefined;
  }
}
