import { checkCharacters, checkContent } from "./content-checks.ts";
import {
  findIdentifier,
  findIdentifierAtStart,
  type ApplicationIdentifier,
  needsSeparator,
} from "./identifiers.ts";

export interface Gs1Element {
  identifier: ApplicationIdentifier;
  value: string;
}

/** A text that is not a valid GS1 message. `message` completes the sentence "text: …". */
export class Gs1Error extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Gs1Error";
  }
}

/** FNC1 in element strings, as readers transmit it (General Specifications, 7.8.5). */
const SEPARATOR = "\u001d";

/** Maximum elements of one message; the shortest take three characters of the largest symbol. */
const MAX_ELEMENTS = 64;

/**
 * Parses AI syntax such as `(01)09506000134352(10)ABC`; a literal `(` in a value is written `\(`.
 * Throws Gs1Error for everything that GS1's rules forbid.
 */
export function parseAiSyntax(text: string): Gs1Element[] {
  const elements: Gs1Element[] = [];
  for (let at = 0; at < text.length;) {
    const [opening, ai = ""] = /^\(([^()]*)\)/.exec(text.slice(at, at + 12)) ?? [];
    if (opening === undefined) {
      throw new Gs1Error(`must be AI syntax such as (01)09506000134352(10)ABC`);
    }
    const start = at + opening.length;
    at = findValueEnd(text, start);
    elements.push(createElement(ai, text.slice(start, at).replaceAll("\\(", "(")));
  }
  checkMessage(elements);
  return elements;
}

/** Returns where the next element begins: at the next parenthesis that no backslash escapes. */
function findValueEnd(text: string, start: number): number {
  for (let at = start; ; at++) {
    at = text.indexOf("(", at);
    if (at === -1) return text.length;
    if (at === start || text[at - 1] !== "\\") return at;
  }
}

/**
 * Parses the element string that a reader transmits. Returns undefined when it is not a list of
 * elements.
 */
export function parseElementString(text: string): Gs1Element[] | undefined {
  const elements: Gs1Element[] = [];
  for (let unread = text; unread !== "";) {
    const identifier = findIdentifierAtStart(unread);
    if (!identifier) return undefined;
    const { ai } = identifier;
    const separator = unread.indexOf(SEPARATOR);
    const length = needsSeparator(ai) ? undefined : getFixedLength(identifier);
    const end = length === undefined ? separator : ai.length + length;
    const value = unread.slice(ai.length, end === -1 ? undefined : end);
    if (value === "" || value.includes(SEPARATOR)) return undefined;
    elements.push({ identifier, value });
    unread = end === -1 ? "" : unread.slice(end);
    if (unread.startsWith(SEPARATOR)) unread = unread.slice(1);
  }
  return elements.length > 0 ? elements : undefined;
}

function getFixedLength({ components }: ApplicationIdentifier): number {
  return components.reduce((sum, { max }) => sum + max, 0);
}

/** Returns an element after checking its value. Throws Gs1Error. */
export function createElement(ai: string, value: string): Gs1Element {
  const identifier = findIdentifier(ai);
  if (!identifier) throw new Gs1Error(`AI (${ai.slice(0, 8)}) does not exist`);
  checkLength(identifier, value);
  let unread = value;
  for (const { set, min, max, isOptional, checks } of identifier.components) {
    const part = unread.slice(0, max);
    unread = unread.slice(part.length);
    if (isOptional && part === "") continue;
    const problem =
      (part.length < min ? "has an incomplete value" : undefined) ??
      checkCharacters(part, set) ??
      checks.map((name) => checkContent(name, part)).find((broken) => broken !== undefined);
    if (problem !== undefined) throw new Gs1Error(`AI (${ai}) ${problem}`);
  }
  return { identifier, value };
}

function checkLength({ ai, components }: ApplicationIdentifier, value: string): void {
  const minLength = components.reduce(
    (sum, { min, isOptional }) => sum + (isOptional ? 0 : min),
    0,
  );
  const maxLength = components.reduce((sum, { max }) => sum + max, 0);
  if (value.length >= minLength && value.length <= maxLength) return;
  const range = minLength === maxLength ? String(minLength) : `${minLength} to ${maxLength}`;
  const unit = components.every(({ set }) => set === "N") ? "digits" : "characters";
  throw new Gs1Error(`AI (${ai}) has ${value.length} ${unit}, expected ${range}`);
}

/** Checks the rules between the elements of a message. Throws Gs1Error. */
export function checkMessage(elements: readonly Gs1Element[]): void {
  if (elements.length === 0) throw new Gs1Error("has no elements");
  if (elements.length > MAX_ELEMENTS) {
    throw new Gs1Error(`has ${elements.length} elements, at most ${MAX_ELEMENTS} are allowed`);
  }
  const values = new Map<string, string>();
  for (const { identifier, value } of elements) {
    if ((values.get(identifier.ai) ?? value) !== value) {
      throw new Gs1Error(`AI (${identifier.ai}) has two different values`);
    }
    values.set(identifier.ai, value);
  }
  for (const { identifier } of elements) checkAssociations(identifier, values);
  checkSignedKey(elements, values);
}

/**
 * Checks the elements that one excludes and requires (data relationships of the General
 * Specifications). Throws Gs1Error.
 */
function checkAssociations(
  { ai, excludes, requires }: ApplicationIdentifier,
  values: Map<string, string>,
): void {
  const companions = Array.from(values.keys()).filter((present) => present !== ai);
  for (const pattern of excludes) {
    const excluded = companions.find((present) => matches(present, pattern));
    if (excluded !== undefined)
      throw new Gs1Error(`AI (${ai}) must not appear with AI (${excluded})`);
  }
  const isMet = requires.some((all) =>
    all.every((pattern) => companions.some((present) => matches(present, pattern))),
  );
  if (requires.length > 0 && !isMet) {
    throw new Gs1Error(`AI (${ai}) requires ${listRequirements(requires)}`);
  }
}

function matches(ai: string, pattern: string): boolean {
  return ai.length === pattern.length && ai.startsWith(pattern.replaceAll("n", ""));
}

function listRequirements(requires: ApplicationIdentifier["requires"]): string {
  return requires.map((all) => all.map((ai) => `(${ai})`).join(" with ")).join(" or ");
}

/** Keys whose serial component is optional, and their lengths without it. */
const UNSERIALIZED = { "253": 13, "255": 13, "8003": 14 };

/**
 * Throws for a key without its serial component beside a digital signature (8030), because that
 * signs one instance.
 */
function checkSignedKey(elements: readonly Gs1Element[], values: Map<string, string>): void {
  if (!values.has("8030")) return;
  for (const [ai, length] of Object.entries(UNSERIALIZED)) {
    const isUnserialized = elements.some(
      ({ identifier, value }) => identifier.ai === ai && value.length === length,
    );
    if (isUnserialized) {
      throw new Gs1Error(`AI (${ai}) needs its serial component beside AI (8030)`);
    }
  }
}

export function formatAiSyntax(elements: readonly Gs1Element[]): string {
  return elements
    .map(({ identifier, value }) => `(${identifier.ai})${value.replaceAll("(", "\\(")}`)
    .join("");
}

/** Returns elements as people read them below a symbol: AI syntax without escapes. */
export function formatHumanReadable(elements: readonly Gs1Element[]): string {
  return elements.map(({ identifier, value }) => `(${identifier.ai})${value}`).join("");
}

/**
 * Returns elements as a symbol carries them, without the FNC1 in front, with `separator` where one
 * is needed.
 */
export function formatElementString(
  elements: readonly Gs1Element[],
  separator = SEPARATOR,
): string {
  return elements
    .map(({ identifier: { ai }, value }, index) => {
      const isLast = index === elements.length - 1;
      return ai + value + (isLast || !needsSeparator(ai) ? "" : separator);
    })
    .join("");
}
