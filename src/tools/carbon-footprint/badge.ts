import type { Static } from "typebox";
import type { Input } from "../../lib/schema.ts";
import type { ToolContext } from "../tool-context.ts";
import type { GradeName } from "../../domain/carbon/grades.ts";
import { estimateEmissions, round } from "./co2.ts";
import type { CarbonBadgeInput, CarbonBadgeOutput } from "./schema.ts";

/** The grade and the emissions of a page. */
type CarbonBadge = Static<typeof CarbonBadgeOutput>;

/**
 * Measures a page, unless it was measured within the last day. Throws ValidationError and
 * UnavailableError.
 */
export async function measureBadge(
  { url }: Input<typeof CarbonBadgeInput>,
  { measurements, signal }: Pick<ToolContext, "measurements" | "signal">,
): Promise<CarbonBadge> {
  const { grams, grade } = estimateEmissions(await measurements.measureWeight(url, signal), 1);
  return { url, grade, co2PerVisitGrams: round(grams, 6) };
}

/** Background colors, with a contrast of at least 4.5:1 to white text. */
const GRADE_COLORS: Record<GradeName, string> = {
  "A+": "#1b7a3d",
  A: "#1b7a3d",
  B: "#3f7413",
  C: "#806600",
  D: "#a65300",
  E: "#b83a12",
  F: "#b3261e",
};

const LABEL = "website carbon";
const HEIGHT = 20;
const PADDING = 6;
/** Average width of a character of Verdana at 11 px. `textLength` fits other fonts to it. */
const CHARACTER_WIDTH = 6.6;
const BASELINE = 14;

/**
 * Draws a badge as an SVG document of 20 px height. It does not contain the URL, so nothing of the
 * caller's needs escaping.
 */
export function drawBadge({ grade, co2PerVisitGrams }: CarbonBadge): string {
  const value = `${grade} · ${formatGrams(co2PerVisitGrams)} g CO₂`;
  const label = measureCell(LABEL);
  const cell = measureCell(value);
  const width = label + cell;
  const title = `${LABEL}: ${escapeLessThan(value)} per visit`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${label}" height="${HEIGHT}" fill="#444"/>`,
    `<rect x="${label}" width="${cell}" height="${HEIGHT}" fill="${GRADE_COLORS[grade]}"/></g>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    drawText(LABEL, 0),
    drawText(value, label),
    `</g></svg>`,
  ].join("");
}

function drawText(text: string, cellStart: number): string {
  const length = measureCell(text) - 2 * PADDING;
  return `<text x="${cellStart + PADDING}" y="${BASELINE}" textLength="${length}">${escapeLessThan(text)}</text>`;
}

function escapeLessThan(text: string): string {
  return text.replace("<", "&lt;");
}

function measureCell(text: string): number {
  return Math.ceil(text.length * CHARACTER_WIDTH) + 2 * PADDING;
}

/** Formats grams with two significant digits. */
function formatGrams(grams: number): string {
  return grams < 0.001 ? "<0.001" : String(Number(grams.toPrecision(2)));
}
