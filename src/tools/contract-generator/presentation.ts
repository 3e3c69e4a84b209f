import { getPaper, type Paper } from "../../lib/codes/paper.ts";
import { formatLongDate } from "../../lib/dates/date.ts";
import type { Presentation } from "./contract.ts";
import { toCanonicalLocale } from "./locale.ts";
import type { ContractRequest } from "./schema.ts";

/** Formats values for plain text: dates are `YYYY-MM-DD` unless the request has a locale. */
export function createPlainPresentation(request: ContractRequest): Presentation {
  const { locale } = request;
  return withQuotes(request, {
    formatDate: locale?.trim() ? createDateFormatter(locale) : (day) => day,
    embed: (text) => text,
  });
}

/**
 * Formats values for documents: writes dates in words, and isolates right-to-left names from the
 * surrounding sentence.
 */
export function createDocumentPresentation(request: ContractRequest): Presentation {
  const { locale } = request;
  return withQuotes(request, {
    formatDate: locale?.trim() ? createDateFormatter(locale) : formatLongDate,
    embed: isolateRightToLeft,
  });
}

// Stand for the straight quotes of the caller, whose texts contain no control characters.
const CALLER_QUOTE = "\u0001";
const CALLER_APOSTROPHE = "\u0002";

/** Adds the quotes that a request wants in our sentences. Those of the caller stay as they are. */
function withQuotes(
  { typographicQuotes }: ContractRequest,
  { formatDate, embed }: Pick<Presentation, "formatDate" | "embed">,
): Presentation {
  if (!typographicQuotes) return { formatDate, embed, typeset: (sentence) => sentence };
  return {
    formatDate,
    embed: (text) => embed(text).replaceAll('"', CALLER_QUOTE).replaceAll("'", CALLER_APOSTROPHE),
    typeset: (sentence) =>
      sentence
        .replace(/"([^"]*)"/g, "“$1”")
        .replaceAll("'", "’")
        .replaceAll(CALLER_QUOTE, '"')
        .replaceAll(CALLER_APOSTROPHE, "'"),
  };
}

/**
 * Creates a formatter of dates. Falls back to English, because the default of the process differs
 * between machines.
 */
function createDateFormatter(locale: string): (day: string) => string {
  const tags = [toCanonicalLocale(locale) ?? "en", "en"];
  const format = new Intl.DateTimeFormat(tags, { dateStyle: "long", timeZone: "UTC" });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Wraps a right-to-left text in isolates (UAX #9), so that it cannot reorder the words around it.
 */
function isolateRightToLeft(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** Chooses the paper by the locale's region, or by the currency if the locale has no region. */
export function choosePageSize({ locale, payment }: ContractRequest): Paper {
  const tag = locale === undefined ? undefined : toCanonicalLocale(locale);
  const { language = "en", region } = tag === undefined ? {} : new Intl.Locale(tag);
  if (region !== undefined) return getPaper(region);
  const isAmerican = ["USD", "CAD"].includes((payment?.currency ?? "USD").toUpperCase());
  return isAmerican && language === "en" ? "Letter" : "A4";
}
