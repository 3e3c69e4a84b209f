import { type Labels, readLabels } from "./labels.ts";

/** The languages that have words, by their files. */
export const LANGUAGES: readonly string[] = (
  "en de fr es it nl pt pl cs sk hu ro bg hr sl el da sv nb fi et lv lt ga mt uk tr ar he fa ur hi th ja ko " +
  "zh-Hans zh-Hant vi id"
).split(" ");

/** The languages written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(["ar", "he", "fa", "ur"]);

/** The languages for sentences: `en, de or fr`. */
const LANGUAGE_LIST = `${LANGUAGES.slice(0, -1).join(", ")} or ${LANGUAGES.at(-1)}`;

/** Checks the locales of a document: one tag, or two of different languages with a comma. */
export function checkLocales(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  const locales = text.split(",").map(toCanonicalLocale);
  const languages = locales.map((locale) => locale && findLanguage(locale));
  if (languages.includes(undefined)) return `must be a tag in ${LANGUAGE_LIST}`;
  if (languages.length <= 2 && new Set(languages).size === languages.length) return undefined;
  return "must be one tag or two different languages";
}

/**
 * Returns the canonical locales of a text that passes {@link checkLocales}: that of numbers, dates
 * and direction, and of a bilingual document the second one.
 */
export function parseLocales(text = ""): [locale: string, second: string | undefined] {
  const [first = "", second] = text.split(",", 2);
  // `Intl` would throw for the empty text, which takes longer than all figures of an invoice.
  const locale = (first && toCanonicalLocale(first)) || "en";
  return [locale, second === undefined ? undefined : toCanonicalLocale(second)];
}

/** Returns the direction that a canonical locale is written in. */
export function getDirection(locale: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(findLanguage(locale)) ? "rtl" : "ltr";
}

/**
 * Returns a tag in its canonical case, `de-CH` for `de-ch`, or undefined if its language has no
 * words.
 */
function toCanonicalLocale(tag: string): string | undefined {
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
