import { type Items, toOneNumber } from "./conversions.ts";
import { type NumberValue, roundHalfUp, toText } from "./values.ts";

const SPACE = /[ \t\r\n]+/g;

export function normalizeSpace(text: string): string {
  return text.replace(SPACE, " ").replace(/^ | $/g, "");
}

export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

export function upperCase(text: string): string {
  return text.toUpperCase();
}

export function contains(text: string, part: string): boolean {
  return text.includes(part);
}

export function startsWith(text: string, start: string): boolean {
  return text.startsWith(start);
}

export function endsWith(text: string, end: string): boolean {
  return text.endsWith(end);
}

export function substringAfter(text: string, mark: string): string {
  const index = text.indexOf(mark);
  return index === -1 ? "" : text.slice(index + mark.length);
}

export function substringBefore(text: string, mark: string): string {
  const index = text.indexOf(mark);
  return index === -1 ? "" : text.slice(0, index);
}

/** Returns code points from a position, which counts from 1 and may be outside the text. */
export function substring(text: string, start: NumberValue, length?: NumberValue): string {
  const first = Number(roundHalfUp(start));
  const end = length === undefined ? Infinity : first + Number(roundHalfUp(length));
  return Array.from(text)
    .filter((_, index) => index + 1 >= first && index + 1 < end)
    .join("");
}

export function translate(text: string, from: string, to: string): string {
  const targets = Array.from(to);
  const map = new Map<string, string>();
  for (const [index, char] of Array.from(from).entries()) {
    if (!map.has(char)) map.set(char, targets[index] ?? "");
  }
  return Array.from(text, (char) => map.get(char) ?? char).join("");
}

export function joinTexts(items: Items, separator = ""): string {
  return items.map(toText).join(separator);
}

export function toCodePoints(text: string): number[] {
  return Array.from(text, (char) => char.codePointAt(0) ?? 0);
}

export function fromCodePoints(items: Items): string {
  return items.map((item) => String.fromCodePoint(Number(toOneNumber([item])))).join("");
}

const patterns = new Map<string, RegExp>();

/**
 * Translates a regular expression of XPath, which knows digits of all scripts; only patterns of the
 * rules come here.
 */
function getPattern(source: string): RegExp {
  const cached = patterns.get(source);
  if (cached !== undefined) return cached;
  const pattern = new RegExp(source.replaceAll("\\d", "\\p{Nd}"), "gu");
  patterns.set(source, pattern);
  return pattern;
}

export function matchesPattern(text: string, source: string): boolean {
  const pattern = getPattern(source);
  pattern.lastIndex = 0;
  return pattern.test(text);
}

export function replacePattern(text: string, source: string, replacement: string): string {
  return text.replace(getPattern(source), replacement);
}

export function tokenize(text: string, source: string): string[] {
  return text === "" ? [] : text.split(getPattern(source));
}
