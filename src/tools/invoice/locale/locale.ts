import { LABELS, type Language, type Labels } from "./labels.ts";

/** Returns true for a BCP 47 tag whose language has labels. */
export function isLocale(tag: string): boolean {
  return canonicalLocale(tag) !== undefined;
}

/** Returns a tag in its canonical case, `de-CH` for `de-ch`; undefined where its language has no labels. */
export function canonicalLocale(tag: string): string | undefined {
  try {
    const [locale = ""] = Intl.getCanonicalLocales(tag.trim().replaceAll("_", "-"));
    return getLanguage(locale) in LABELS ? locale : undefined;
  } catch {
    // Not a language tag at all.
    return undefined;
  }
}

/** Returns the labels of a canonical locale's language. */
export function getLabels(locale: string): Labels {
  return LABELS[getLanguage(locale) as Language];
}

function getLanguage(locale: string): string {
  return locale.split("-", 1)[0] ?? "";
}
