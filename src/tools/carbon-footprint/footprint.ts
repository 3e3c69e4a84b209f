import type { Input } from "../../lib/schema.ts";
import type { ContextOf } from "../tool-context.ts";
import { recommend } from "./advice/recommendations.ts";
import { estimateEmissions, round } from "./co2.ts";
import { compareWeight } from "./comparison.ts";
import { computeBreakdown } from "./crawl/entries.ts";
import type { CarbonFootprintInput } from "./schema.ts";

/** Measures the page and estimates its emissions. Throws ValidationError and UnavailableError. */
export async function measureFootprint(
  input: Input<typeof CarbonFootprintInput>,
  { measurements, signal, onProgress }: ContextOf<"measurements">,
) {
  const measurement = await measurements.measure(input.url, signal, onProgress);
  const breakdown = computeBreakdown(measurement.entries);
  const parts = Object.values(breakdown);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const { grams, annualKilograms, grade } = estimateEmissions(bytes, input.monthlyVisits);
  return {
    url: input.url,
    finalUrl: measurement.finalUrl,
    pageSizeBytes: bytes,
    pageSizeKB: round(bytes / 1024, 2),
    pageSizeMB: round(bytes / 1024 ** 2, 3),
    co2PerVisitGrams: round(grams, 6),
    monthlyVisits: input.monthlyVisits,
    annualCO2Kg: round(annualKilograms, 3),
    grade,
    comparison: compareWeight(bytes),
    recommendations: recommend(measurement),
    measurement: {
      method: "static",
      rendered: measurement.rendered,
      complete: measurement.complete,
      requests: parts.reduce((sum, part) => sum + part.requests, 0),
      uncountedDynamicImports: measurement.dynamicImports,
    },
    breakdown,
  };
}
