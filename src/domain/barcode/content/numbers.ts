import { computeMod10CheckDigit } from "../../gs1/check-digit.ts";
import { compressUpcA, expandUpcE } from "../encoders/ean.ts";
import { checkMax, type SymbolContent, createContent, throwInvalid } from "./content.ts";

/**
 * Maximum characters of a number with separators, so that longer texts are rejected before they are
 * searched.
 */
const MAX_NUMBER_LENGTH = 60;

/** Returns the digits of a number that may be written with hyphens and spaces. */
export function stripSeparators(text: string): string {
  checkMax(text, MAX_NUMBER_LENGTH);
  return text.replaceAll(/[\s-]/g, "");
}

/** Completes a number that lacks its check digit and verifies one that has it. */
export function completeDigits(
  text: string,
  [dataLength, fullLength]: readonly [number, number],
): string {
  if (!/^\d+$/.test(text) || (text.length !== dataLength && text.length !== fullLength)) {
    throwInvalid(`must have ${dataLength} digits, or ${fullLength} with the check digit`);
  }
  const expected = computeMod10CheckDigit(text.slice(0, dataLength));
  verifyCheckDigit(text.slice(dataLength), expected);
  return text.slice(0, dataLength) + expected;
}

function verifyCheckDigit(sent: string, expected: string): void {
  if (sent !== "" && sent !== expected)
    throwInvalid(`has check digit ${sent}, expected ${expected}`);
}

function createCheckedContent(text: string): SymbolContent {
  return createContent(text, text.slice(-1));
}

/** Creates the reader of numbers with these lengths, without and with the check digit. */
export function createDigitsReader(
  lengths: readonly [number, number],
): (text: string) => SymbolContent {
  return (text) => createCheckedContent(completeDigits(stripSeparators(text), lengths));
}

/**
 * Reads UPC-E as six digits (of number system 0), seven with the number system, or eight with the
 * check digit. Compresses UPC-A.
 */
export function readUpcE(text: string): SymbolContent {
  const digits = stripSeparators(text);
  if (!/^(?:\d{6,8}|\d{11,12})$/.test(digits)) {
    throwInvalid("must have 6, 7 or 8 digits, or the 11 or 12 of UPC-A");
  }
  if (digits.length > 8) return readLongUpcE(digits);
  const data = digits.length === 6 ? `0${digits}` : digits.slice(0, 7);
  if (!/^[01]/.test(data)) throwInvalid("must begin with number system 0 or 1");
  const expected = computeMod10CheckDigit(expandUpcE(data));
  verifyCheckDigit(digits.slice(7), expected);
  return createCheckedContent(data + expected);
}

function readLongUpcE(digits: string): SymbolContent {
  const full = completeDigits(digits, [11, 12]);
  const data = compressUpcA(full.slice(0, 11));
  if (data === undefined) throwInvalid("is a UPC-A number that UPC-E cannot compress");
  return createCheckedContent(data + full.slice(11));
}

/**
 * Returns the check character of ISBN-10 and ISSN: the sum with weights from 2 upwards from the
 * right, modulo 11; X is ten.
 */
function computeMod11CheckCharacter(digits: string): string {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index + 2), 0);
  const value = (11 - (sum % 11)) % 11;
  return value === 10 ? "X" : String(value);
}

/** Reads an ISBN of 10 or 13 digits as the EAN-13 of the book trade. */
export function readIsbn(text: string): SymbolContent {
  const digits = stripSeparators(text).toUpperCase();
  if (/^\d{9}[\dX]?$/.test(digits)) {
    verifyCheckDigit(digits.slice(9), computeMod11CheckCharacter(digits.slice(0, 9)));
    return createCheckedContent(completeDigits(`978${digits.slice(0, 9)}`, [12, 13]));
  }
  if (!/^97[89]\d{9,10}$/.test(digits)) {
    throwInvalid("must be an ISBN of 10 digits, or of 13 that begin with 978 or 979");
  }
  return createCheckedContent(completeDigits(digits, [12, 13]));
}

/**
 * Reads an ISSN as EAN-13. The two digits after it distinguish variants of a title; 00 is the title
 * itself.
 */
export function readIssn(text: string): SymbolContent {
  const digits = stripSeparators(text).toUpperCase();
  if (/^\d{7}[\dX]?$/.test(digits)) {
    verifyCheckDigit(digits.slice(7), computeMod11CheckCharacter(digits.slice(0, 7)));
    return createCheckedContent(completeDigits(`977${digits.slice(0, 7)}00`, [12, 13]));
  }
  if (!/^977\d{9,10}$/.test(digits)) {
    throwInvalid("must be an ISSN of 8 digits, or of 13 that begin with 977");
  }
  return createCheckedContent(completeDigits(digits, [12, 13]));
}
