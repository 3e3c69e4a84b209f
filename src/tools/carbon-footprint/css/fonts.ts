import { consume, type OpBudget } from "../worker/op-budget.ts";

/** One font file that a style sheet offers, and for what. */
interface Face {
  weights: [from: number, to: number];
  italic: boolean;
  ranges: [from: number, to: number][] | undefined;
  /** The file a browser takes; undefined when it needs none (embedded or local). */
  url: string | undefined;
}

/** Faces by family name, lower case. */
export type Families = Map<string, Face[]>;

/** A way of setting text, with the characters that are set so. */
export interface TextRun {
  families: string;
  weight: number;
  italic: boolean;
  characters: Set<number>;
}

/** Reads `@font-face` rules (descriptors by name, URLs absolute). */
export function readFaces(rules: readonly Record<string, string>[]): Families {
  const families: Families = new Map();
  for (const rule of rules) {
    const name = familyName(rule["font-family"] ?? "");
    const face: Face = {
      weights: weightRange(rule["font-weight"]),
      italic: /italic|oblique/.test(rule["font-style"] ?? ""),
      ranges:
        rule["unicode-range"] === undefined ? undefined : unicodeRanges(rule["unicode-range"]),
      url: sourceOf(rule["src"] ?? ""),
    };
    const known = families.get(name);
    if (known) known.push(face);
    else families.set(name, [face]);
  }
  return families;
}

/** The files that browsers load for a run of text: of each family in turn, the faces that hold its characters. Throws WorkDone. */
export function filesFor(run: TextRun, families: Families, work: OpBudget): string[] {
  const files = new Set<string>();
  let wanted = [...run.characters];
  for (const family of run.families.split(",")) {
    const known = families.get(familyName(family)) ?? [];
    consume(1 + known.length, work);
    for (const face of bestFaces(known, run)) {
      consume(wanted.length * (face.ranges?.length ?? 1), work);
      const rest = wanted.filter((character) => !covers(face, character));
      if (rest.length < wanted.length && face.url !== undefined) files.add(face.url);
      wanted = rest;
    }
    if (wanted.length === 0) break;
  }
  return [...files];
}

function covers({ ranges }: Face, character: number): boolean {
  return ranges === undefined || ranges.some(([from, to]) => character >= from && character <= to);
}

/** The faces whose style and weight are nearest (CSS Fonts 4, section 5.2). Of equal ones the last declared comes first. */
function bestFaces(faces: readonly Face[], { weight, italic }: TextRun): Face[] {
  const styled = faces.filter((face) => face.italic === italic);
  const pool = styled.length > 0 ? styled : faces;
  const distances = pool.map((face) => weightDistance(face.weights, weight));
  const least = Math.min(...distances);
  return pool.filter((_face, index) => distances[index] === least).toReversed();
}

/** How far a face is from a weight. Below 400 lighter ones win, above 500 heavier ones. */
function weightDistance([from, to]: [number, number], weight: number): number {
  if (weight >= from && weight <= to) return 0;
  const heavier = from > weight;
  const gap = heavier ? from - weight : weight - to;
  if (weight >= 400 && weight <= 500) {
    if (heavier && from <= 500) return gap;
    return heavier ? 2_000 + gap : 1_000 + gap;
  }
  return heavier === weight > 500 ? gap : 1_000 + gap;
}

function familyName(text: string): string {
  return text
    .trim()
    .replace(/^["']|["']$/g, "")
    .replace(/\s+/g, " ")
    .toLowerCase();
}

/** A weight as a number; `bolder` and `lighter` as they work on normal text. */
export function weightOf(text: string | undefined): number {
  if (text === "bold" || text === "bolder") return 700;
  if (text === "lighter") return 100;
  return Number(text) || 400;
}

function weightRange(text = ""): [number, number] {
  const [from, to = from] = text.split(/\s+/).filter(Boolean);
  return [weightOf(from), weightOf(to)];
}

function unicodeRanges(text: string): [number, number][] {
  return [...text.matchAll(/U\+([0-9a-f?]{1,6})(?:-([0-9a-f]{1,6}))?/gi)].map(
    ([, from = "", to]) => [
      Number.parseInt(from.replaceAll("?", "0"), 16),
      Number.parseInt(to ?? from.replaceAll("?", "F"), 16),
    ],
  );
}

/** The first source of a format that browsers read. */
function sourceOf(src: string): string | undefined {
  for (const [, url = "", format = ""] of src.matchAll(
    /url\("([^"]*)"\)(?:\s*format\(\s*["']?([\w-]+))?/g,
  )) {
    if (/^(embedded-opentype|svg)$/.test(format)) continue;
    return url === "data:" ? undefined : url;
  }
  return undefined;
}
