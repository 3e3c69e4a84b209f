import { co2 } from "@tgwf/co2";

/** Sustainable Web Design model, version 4: 148.2 g for 10^9 bytes. */
const model = new co2({ model: "swd", version: 4 });

/**
 * Digital Carbon Ratings of sustainablewebdesign.org (model version 4, 2024): the most grams a visit for
 * each grade, inclusive.
 */
const GRADES: readonly [grade: string, mostGrams: number][] = [
  ["A+", 0.04],
  ["A", 0.079],
  ["B", 0.145],
  ["C", 0.209],
  ["D", 0.278],
  ["E", 0.359],
  ["F", Infinity],
];

/** What a page of this weight emits: unrounded grams a visit, unrounded kilograms a year, and its grade. */
export function emissionsOf(bytes: number, monthlyVisits: number) {
  const grams = model.perByte(bytes);
  const grade = GRADES.find(([, most]) => grams <= most)?.[0] ?? "F";
  return { grams, annualKilograms: (grams * monthlyVisits * 12) / 1000, grade };
}

/** A number rounded half up to this many decimals. */
export function round(value: number, decimals: number): number {
  const shifted = Math.round(Number(`${value}e${decimals}`));
  return Number.isFinite(shifted)
    ? Number(`${shifted}e-${decimals}`)
    : Number(value.toFixed(decimals));
}
