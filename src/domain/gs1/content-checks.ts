import { computeMod97 } from "../payment/iban.ts";
import { computeMod10CheckDigit } from "./check-digit.ts";
import { COUNTRY_LETTERS, COUNTRY_NUMBERS } from "../../lib/codes/iso3166.ts";
import { CURRENCY_NUMBERS, PACKAGE_TYPES } from "./codes.ts";
import { checkCoupon, checkPositiveOffer } from "./coupon.ts";
import type { CharacterSet } from "./identifiers.ts";

/**
 * Returns the error in a component's value, which completes "AI (01) …", or undefined for a valid
 * one.
 */
type ContentCheck = (value: string) => string | undefined;

/** GS1 character set 82, each character at its value (General Specifications, figure 7.11-1). */
const CHARACTER_SET_82 =
  "!\"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

/** Matches characters outside of each character set. */
const FORBIDDEN_CHARS: Record<CharacterSet, RegExp> = {
  N: /[^0-9]/u,
  X: /[^!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]/u,
  Y: /[^#\-/0-9A-Z]/u,
  Z: /[^A-Za-z0-9\-_=]/u,
};

/** Returns the error in the characters of a value, or undefined for valid ones. */
export function checkCharacters(value: string, set: CharacterSet): string | undefined {
  const [char] = FORBIDDEN_CHARS[set].exec(value) ?? [];
  if (char !== undefined) return `must not contain ${JSON.stringify(char)}`;
  return set === "Z" ? checkPadding(value) : undefined;
}

/**
 * Checks Base 64 padding: up to two = at the end, of a value whose length is a multiple of three.
 */
function checkPadding(value: string): string | undefined {
  const padding = /=+$/.exec(value)?.[0].length ?? 0;
  const isPadded = padding === 0 || (padding <= 2 && value.length % 3 === 0);
  return isPadded && !value.slice(0, value.length - padding).includes("=")
    ? undefined
    : "has misplaced = characters";
}

/**
 * Runs a check by its name in the table of identifiers. Returns the error, or undefined for a valid
 * value.
 */
export function checkContent(name: string, value: string): string | undefined {
  return CHECKS[name]?.(value);
}

function createCheck(
  isValid: (value: string) => boolean,
  describe: (value: string) => string,
): ContentCheck {
  return (value) => (isValid(value) ? undefined : describe(value));
}

function checkCode(codes: ReadonlySet<string>, kind: string): ContentCheck {
  return createCheck(
    (value) => codes.has(value),
    (value) => `has ${value}, which is not ${kind}`,
  );
}

function checkRange(max: number, name: string): ContentCheck {
  return createCheck(
    (value) => Number(value) <= max,
    (value) => `has the ${name} ${value}, which does not exist`,
  );
}

/**
 * Counts the days of a month for YYMMDD and YYYYMMDD. Two-digit years are 2000 to 2099, whose leap
 * years are the multiples of 4.
 */
function countDays(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isDate(text: string, { minDay }: { minDay: 0 | 1 }): boolean {
  const year = Number(text.slice(0, -4));
  const month = Number(text.slice(-4, -2));
  const day = Number(text.slice(-2));
  if (month < 1 || month > 12) return false;
  return day >= minDay && day <= countDays(text.length === 6 ? 2000 + year : year, month);
}

function checkDate(minDay: 0 | 1): ContentCheck {
  return createCheck(
    (value) => isDate(value, { minDay }),
    (value) => `has the date ${value}, which does not exist`,
  );
}

const isZero = (value: string) => /^0+$/.test(value);

const MIN_PREFIX_DIGITS = 4;

/** Checks the GS1 Company Prefix at `start`, which has at least four digits. */
function checkPrefix(start: number): ContentCheck {
  return createCheck(
    (value) => /^\d{4}/.test(value.slice(start, start + MIN_PREFIX_DIGITS)),
    () => "must begin with a GS1 Company Prefix of at least four digits",
  );
}

const CHECKS: Readonly<Record<string, ContentCheck>> = {
  digit(value) {
    const expected = computeMod10CheckDigit(value.slice(0, -1));
    if (value.endsWith(expected)) return undefined;
    return `has check digit ${value.slice(-1)}, expected ${expected}`;
  },
  prefix1: checkPrefix(0),
  prefix2: checkPrefix(1),
  date: checkDate(1),
  date0: checkDate(0),
  longDate: checkDate(1),
  hour: checkRange(23, "hour"),
  minute: checkRange(59, "minute"),
  second: checkRange(59, "second"),
  hourMinute: createCheck(
    (value) => Number(value.slice(0, 2)) < 24 && Number(value.slice(2)) < 60,
    (value) => `has the time ${value}, which does not exist`,
  ),
  country: checkCode(COUNTRY_NUMBERS, "a country code of ISO 3166"),
  country999: checkCode(new Set([...COUNTRY_NUMBERS, "999"]), "a country code of ISO 3166"),
  countryLetters: checkCode(COUNTRY_LETTERS, "a country code of ISO 3166"),
  currency: checkCode(CURRENCY_NUMBERS, "a currency code of ISO 4217"),
  package: checkCode(PACKAGE_TYPES, "a package type"),
  media: createCheck(
    (value) => /^(?:0[1-9]|10|[89]\d)$/.test(value),
    (value) => `has ${value}, which is not a media type`,
  ),
  sex: checkCode(new Set(["0", "1", "2", "9"]), "a code of ISO 5218"),
  winding: checkCode(new Set(["0", "1", "9"]), "a winding direction"),
  flag: checkCode(new Set(["0", "1"]), "0 or 1"),
  hyphen: checkCode(new Set(["-"]), "a hyphen"),
  zero: createCheck(isZero, () => "must begin with 0"),
  nonZero: createCheck(
    (value) => !isZero(value),
    () => "must not have a part that is zero",
  ),
  noZeroPrefix: createCheck(
    (value) => value === "0" || !value.startsWith("0"),
    () => "must not begin with 0",
  ),
  letter: createCheck(
    (value) => /\D/.test(value),
    () => "must contain a character that is not a digit",
  ),
  importer: createCheck(
    (value) => /^[\w-]$/.test(value),
    () => "must end with a letter, a digit, - or _",
  ),
  latitude: checkRange(1_800_000_000, "latitude"),
  longitude: checkRange(3_600_000_000, "longitude"),
  percent: createCheck(
    (value) => !/%(?![0-9A-Fa-f]{2})/.test(value),
    () => "must have two hexadecimal digits after each %",
  ),
  piece: createCheck(
    (value) => !isZero(value.slice(0, 2)) && value.slice(0, 2) <= value.slice(2),
    (value) => `has piece ${value.slice(0, 2)} of ${value.slice(2)}, which does not exist`,
  ),
  position: createCheck(isPosition, (value) => `has the position ${value}, which does not exist`),
  checkPair: checkCharacterPair,
  iban: checkIban,
  coupon: (value) => checkCoupon(value, (text) => isDate(text, { minDay: 1 })),
  positiveOffer: checkPositiveOffer,
};

function isPosition(value: string): boolean {
  const [, position, end] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(value) ?? [];
  return position !== undefined && Number(position) <= Number(end);
}

/**
 * GS1 character set 32, each character at its value, and the prime of each position from the right.
 */
const CHARACTER_SET_32 = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const PRIMES = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83,
];

/** Checks the check character pair of alphanumeric keys (General Specifications, 7.9.5). */
function checkCharacterPair(value: string): string | undefined {
  if (value.length < 2) return "is too short for its two check characters";
  const data = Array.from(value.slice(0, -2)).toReversed();
  const sum = data.reduce(
    (total, character, index) => total + CHARACTER_SET_82.indexOf(character) * (PRIMES[index] ?? 0),
    0,
  );
  const expected =
    CHARACTER_SET_32.charAt((sum % 1021) >> 5) + CHARACTER_SET_32.charAt((sum % 1021) & 31);
  if (value.endsWith(expected)) return undefined;
  return `has check characters ${value.slice(-2)}, expected ${expected}`;
}

/** Checks country, check digits and account of an IBAN (ISO 13616). */
function checkIban(value: string): string | undefined {
  if (!COUNTRY_LETTERS.has(value.slice(0, 2))) return "must begin with a country code of ISO 3166";
  if (value.length <= 10) return "is too short for an IBAN";
  if (/[^0-9A-Z]/.test(value)) return "must have capital letters and digits only";
  return computeMod97(value) === 1 ? undefined : "has wrong check digits";
}
