import { co2 } from "@tgwf/co2";

/** Sustainable Web Design model, version 4: 148.2 g for 10^9 bytes. */
const model = new co2({ model: "swd", version: 4 });

/**
 * Digital Carbon Ratings (sustainablewebdesign.org, model version 4, 2024): the maximum grams per
 * visit of each grade, inclusive. They are the 5th, 10th, 20th, 30th, 40th and 50th percentile of
 * the HTTP Archive.
 */
const GRADES: readonly [grade: GradeName, maxGrams: number][] = [
  ["A+", 0.04],
  ["A", 0.079],
  ["B", 0.145],
  ["C", 0.209],
  ["D", 0.278],
  ["E", 0.359],
  ["F", Infinity],
];

/** A grade of the Digital Carbon Ratings, the best first. */
export type GradeName = "A+" | "A" | "B" | "C" | "D" | "E" | "F";

/**
 * Estimates the emissions of a page: grams per visit and kilograms per year, both unrounded, and
 * the grade.
 */
export function estimateEmissions(bytes: number, monthlyVisits: number) {
  const grams = model.perByte(bytes);
  const grade = GRADES.find(([, maxGrams]) => grams <= maxGrams)?.[0] ?? "F";
  return { grams, annualKilograms: (grams * monthlyVisits * 12) / 1000, grade };
}

/** Rounds a number half up to this many decimals. */
export function round(value: number, decimals: number): number {
  const shifted = Math.round(Number(`${value}e${decimals}`));
  return Number.isFinite(shifted)
    ? Number(`${shifted}e-${decimals}`)
    : Number(value.toFixed(decimals));
}
