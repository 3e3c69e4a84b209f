import { co2 } from "@tgwf/co2";
import { GRADES } from "../../domain/carbon/grades.ts";

/** Sustainable Web Design model, version 4: 148.2 g for 10^9 bytes. */
const model = new co2({ model: "swd", version: 4 });

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
