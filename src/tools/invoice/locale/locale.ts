import { type Labels, readLabels } from "./labels.ts";

/** The languages that have words, by their files. */
export const LANGUAGES: readonly string[] = (
  "en de fr es it nl pt pl cs sk hu ro bg hr sl el da sv nb fi et lv lt ga mt uk tr hi th ja ko " +
  "zh-Hans zh-Hant vi id"
).split(" ");

/** The languages for sentences: `en, de or fr`. */
export const LANGUAGE_LIST = `${LANGUAGES.slice(0, -1).join(", ")} or ${LANGUAGES.at(-1)}`;

/**
 * Returns a tag in its canonical case, `de-CH` for `de-ch`, or undefined if its language has no
 * words.
 */
export function toCanonicalLocale(tag: string): string | undefined {
  try {
    const [locale = ""] = Intl.getCanonicalLocales(tag.trim().replaceAll("_", "-"));
    return LANGUAGES.includes(findLanguage(locale)) ? locale : undefined;
  } catch {
    // `Intl` throws a RangeError for an invalid tag.
    return undefined;
  }
}

/** Returns the labels of a canonical locale's language. */
export function getLabels(locale: string): Labels {
  return readLabels(findLanguage(locale));
}

/**
 * Returns the locale for numbers and dates: Latin digits and the Gregorian calendar unless the tag
 * names others, because banks and tax offices expect them.
 */
export function toFormatLocale(locale: string): string {
  if (locale === "en") return locale;
  const { numberingSystem = "latn", calendar = "gregory" } = new Intl.Locale(locale);
  return new Intl.Locale(locale, { numberingSystem, calendar }).toString();
}

/** Returns the file of words of a locale: Norwegian has one, Chinese one for each script. */
function findLanguage(locale: string): string {
  const language = locale.split("-", 1)[0] ?? "";
  if (language === "no" || language === "nn") return "nb";
  if (language !== "zh") return language;
  return `zh-${new Intl.Locale(locale).maximize().script}`;
}
