import { LABELS, type InvoiceLanguage, type Labels } from "./labels.ts";

/** Returns true for a BCP 47 tag whose language has labels. */
export function isLocale(tag: string): boolean {
  return toCanonicalLocale(tag) !== undefined;
}

/** Returns a tag in its canonical case, `de-CH` for `de-ch`, or undefined if its language has no labels. */
export function toCanonicalLocale(tag: string): string | undefined {
  try {
    const [locale = ""] = Intl.getCanonicalLocales(tag.trim().replaceAll("_", "-"));
    return getLanguage(locale) in LABELS ? locale : undefined;
  } catch {
    // `Intl` throws a RangeError for an invalid tag.
    return undefined;
  }
}

/** Returns the labels of a canonical locale's language. */
export function getLabels(locale: string): Labels {
  return LABELS[getLanguage(locale) as InvoiceLanguage];
}

function getLanguage(locale: string): string {
  return locale.split("-", 1)[0] ?? "";
}
