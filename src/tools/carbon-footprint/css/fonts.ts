import { consume, type OpBudget } from "../worker/op-budget.ts";

interface FontFace {
  weights: [from: number, to: number];
  italic: boolean;
  /** Ranges of code points; undefined covers all. */
  ranges: [from: number, to: number][] | undefined;
  /** The file that a browser loads; undefined if the font is embedded or local. */
  url: string | undefined;
}

/** Faces by family name in lower case. */
export type FontFamilies = Map<string, FontFace[]>;

/** The characters of all text with the same families, weight and style. */
export interface TextUsage {
  families: string;
  weight: number;
  italic: boolean;
  characters: Set<number>;
}

/** Parses `@font-face` rules: descriptors by name, with absolute URLs. */
export function parseFontFaces(rules: readonly Record<string, string>[]): FontFamilies {
  const families: FontFamilies = new Map();
  for (const rule of rules) {
    const name = normalizeFamily(rule["font-family"] ?? "");
    const range = rule["unicode-range"];
    const face: FontFace = {
      weights: parseWeightRange(rule["font-weight"]),
      italic: /italic|oblique/.test(rule["font-style"] ?? ""),
      ranges: range === undefined ? undefined : parseUnicodeRanges(range),
      url: selectSourceUrl(rule["src"] ?? ""),
    };
    const faces = families.get(name);
    if (faces) faces.push(face);
    else families.set(name, [face]);
  }
  return families;
}

/**
 * Returns the files that browsers load for a run of text: of each family in turn, the faces that
 * cover its characters. Throws BudgetExceeded.
 */
export function selectFiles(run: TextUsage, families: FontFamilies, budget: OpBudget): string[] {
  const files = new Set<string>();
  let uncovered = [...run.characters];
  for (const family of run.families.split(",")) {
    const faces = families.get(normalizeFamily(family)) ?? [];
    consume(1 + faces.length, budget);
    for (const face of selectFaces(faces, run)) {
      consume(uncovered.length * (face.ranges?.length ?? 1), budget);
      const remaining = uncovered.filter((character) => !covers(face, character));
      if (remaining.length < uncovered.length && face.url !== undefined) files.add(face.url);
      uncovered = remaining;
    }
    if (uncovered.length === 0) break;
  }
  return [...files];
}

function covers({ ranges }: FontFace, character: number): boolean {
  return ranges === undefined || ranges.some(([from, to]) => character >= from && character <= to);
}

/**
 * Returns the faces nearest in style and weight (CSS Fonts 4, section 5.2), the last declared one
 * first.
 */
function selectFaces(faces: readonly FontFace[], { weight, italic }: TextUsage): FontFace[] {
  const styled = faces.filter((face) => face.italic === italic);
  const candidates = styled.length > 0 ? styled : faces;
  const distances = candidates.map((face) => getWeightDistance(face.weights, weight));
  const minDistance = Math.min(...distances);
  return candidates.filter((_face, index) => distances[index] === minDistance).toReversed();
}

/**
 * Returns the distance of a face from a weight. Below 400 lighter faces are nearer, above 500
 * heavier ones.
 */
function getWeightDistance([from, to]: [number, number], weight: number): number {
  if (weight >= from && weight <= to) return 0;
  const heavier = from > weight;
  const gap = heavier ? from - weight : weight - to;
  if (weight >= 400 && weight <= 500) {
    if (heavier && from <= 500) return gap;
    return heavier ? 2_000 + gap : 1_000 + gap;
  }
  return heavier === weight > 500 ? gap : 1_000 + gap;
}

function normalizeFamily(text: string): string {
  return text
    .trim()
    .replace(/^["']|["']$/g, "")
    .replace(/\s+/g, " ")
    .toLowerCase();
}

/** Parses a weight. `bolder` and `lighter` are relative to normal text. */
export function parseWeight(text: string | undefined): number {
  if (text === "bold" || text === "bolder") return 700;
  if (text === "lighter") return 100;
  return Number(text) || 400;
}

function parseWeightRange(text = ""): [number, number] {
  const [from, to = from] = text.split(/\s+/).filter(Boolean);
  return [parseWeight(from), parseWeight(to)];
}

function parseUnicodeRanges(text: string): [number, number][] {
  return [...text.matchAll(/U\+([0-9a-f?]{1,6})(?:-([0-9a-f]{1,6}))?/gi)].map(
    ([, from = "", to]) => [
      Number.parseInt(from.replaceAll("?", "0"), 16),
      Number.parseInt(to ?? from.replaceAll("?", "F"), 16),
    ],
  );
}

/** Returns the first source in a format that browsers support, or undefined if it is embedded. */
function selectSourceUrl(src: string): string | undefined {
  for (const [, url = "", format = ""] of src.matchAll(
    /url\("([^"]*)"\)(?:\s*format\(\s*["']?([\w-]+))?/g,
  )) {
    if (/^(embedded-opentype|svg)$/.test(format)) continue;
    return url === "data:" ? undefined : url;
  }
  return undefined;
}
