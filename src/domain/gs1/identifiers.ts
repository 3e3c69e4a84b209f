import { ITEM_MEASURES, LOGISTIC_MEASURES, TABLE } from "./identifier-table.ts";

/**
 * The characters of a component: digits, GS1 character set 82, 39 or 64 (General Specifications,
 * 7.11).
 */
export type CharacterSet = "N" | "X" | "Y" | "Z";

/** A part of an element's value. */
interface Component {
  set: CharacterSet;
  min: number;
  max: number;
  isOptional: boolean;
  /** Names of the checks that its content must pass; see `content-checks.ts`. */
  checks: readonly string[];
}

/** An application identifier (AI): the meaning and format of one element. */
export interface ApplicationIdentifier {
  ai: string;
  /** The short data title, such as `GTIN`. */
  title: string;
  components: readonly Component[];
  /** Alternatives of which one must be present; each is a list of AIs that belong together. */
  requires: readonly (readonly string[])[];
  /** Patterns of AIs that must not be present; `n` is any digit. */
  excludes: readonly string[];
  /**
   * Set for primary keys of Digital Link URIs: the alternative orders of qualifiers that can follow
   * the key.
   */
  qualifiers: readonly (readonly string[])[] | undefined;
  /** True when a Digital Link URI can carry the element in its query. */
  isQueryAttribute: boolean;
}

const TRADE_ITEM = "01,02,03,8006,8026";

/** The identifiers by their numbers. */
type Identifiers = Map<string, ApplicationIdentifier>;

/** Parsed on first use, because a start does not need them. */
let identifiers: Identifiers | undefined;

function getIdentifiers(): Identifiers {
  return (identifiers ??= new Map([
    ...TABLE.trim().split("\n").flatMap(parseRow),
    ...parseMeasures(ITEM_MEASURES, "01,02"),
    ...parseMeasures(LOGISTIC_MEASURES, "00,01"),
  ]));
}

/** Returns the identifier with this number, or undefined when GS1 has not assigned it. */
export function findIdentifier(ai: string): ApplicationIdentifier | undefined {
  return getIdentifiers().get(ai);
}

/** Length of an AI by its first two digits: all AIs with the same first two are equally long. */
let lengths: Map<string, number> | undefined;

/** Returns the identifier with which a text begins. */
export function findIdentifierAtStart(text: string): ApplicationIdentifier | undefined {
  lengths ??= new Map(Array.from(getIdentifiers().keys(), (ai) => [ai.slice(0, 2), ai.length]));
  return getIdentifiers().get(text.slice(0, lengths.get(text.slice(0, 2)) ?? 0));
}

/**
 * First digits of AIs whose values have a predefined length (General Specifications, figure
 * 7.8.5-2).
 */
const PREDEFINED_LENGTH = /^(?:0[0-4]|1[1-9]|20|3[1-6]|41)/;

/** Returns true when a separator (FNC1) must follow the element unless it is the last. */
export function needsSeparator(ai: string): boolean {
  return !PREDEFINED_LENGTH.test(ai);
}

/** Returns the entries of a row, one for each number of its range. */
function parseRow(line: string): [string, ApplicationIdentifier][] {
  const [range = "", format = "", title = "", requires = "", excludes = "", link = ""] = line
    .split("|")
    .map((column) => column.trim());
  const rules = {
    components: format.split(" ").map(parseComponent),
    requires: split(requires.replace("ITEM", TRADE_ITEM), ",").map((all) => all.split("+")),
    excludes: split(excludes, ","),
    qualifiers: link.startsWith("key") ? parseQualifiers(link.slice(4)) : undefined,
    isQueryAttribute: link !== "-",
  };
  const isProcessor = range.endsWith("n");
  return expandRange(range).map((ai) => [
    ai,
    {
      ai,
      title: isProcessor ? title.replace("# n", `# ${getProcessorNumber(ai)}`) : title,
      ...rules,
    },
  ]);
}

/**
 * Returns the index of a certification reference or processor: references count from 1, processors
 * from 0.
 */
function getProcessorNumber(ai: string): number {
  return Number(ai.at(-1)) + (ai.startsWith("723") ? 1 : 0);
}

function parseMeasures(list: string, requires: string): [string, ApplicationIdentifier][] {
  return list.split("|").flatMap((entry) => {
    const prefix = entry.slice(0, 3);
    return parseRow(
      `${prefix}0-${prefix}5 | N6 | ${entry.slice(4)} | ${requires} | ${prefix}n | ?`,
    );
  });
}

function split(text: string, separator: string): string[] {
  return text === "" ? [] : text.split(separator);
}

function parseQualifiers(text: string): string[][] {
  return text === "" ? [[]] : text.split("/").map((order) => order.split(","));
}

function expandRange(range: string): string[] {
  const [from = "", to = from] = range.endsWith("n")
    ? [range.replace("n", "0"), range.replace("n", "9")]
    : range.split("-");
  const count = Number(to) - Number(from) + 1;
  return Array.from({ length: count }, (_, index) =>
    String(Number(from) + index).padStart(from.length, "0"),
  );
}

/**
 * Parses `N6:date` (six), `X1-20` (one to twenty), `X0-17` (optional, up to 17) or `N0~6:date`
 * (none or six).
 */
function parseComponent(text: string): Component {
  const [format = "", checks = ""] = text.split(":");
  const [min = "", max = min] = format.slice(1).split(/[-~]/);
  const isOptional = min === "0";
  return {
    set: format.charAt(0) as CharacterSet,
    min: format.includes("~") ? Number(max) : Math.max(1, Number(min)),
    max: Number(max),
    isOptional,
    checks: split(checks, ","),
  };
}
