import type { Network } from "../../lib/network.ts";
import type { Input } from "../../lib/schema.ts";
import type { ToolContext } from "../define.ts";
import { emissionsOf, round } from "./co2.ts";
import { breakdownOf } from "./crawl/entries.ts";
import { createMeasurements, type Measurements } from "./crawl/measurements.ts";
import { recommendationsFor } from "./advice/recommendations.ts";
import type { CarbonFootprintInput } from "./schema.ts";

/** One memory of results for each way out: two worlds share nothing. */
const memories = new WeakMap<Network, Measurements>();

function measurementsOf({ network, now }: ToolContext): Measurements {
  const known = memories.get(network) ?? createMeasurements(network, now);
  memories.set(network, known);
  return known;
}

/** Weighs the page and says what that emits. Throws InputError and NotNowError. */
export async function carbonFootprint(
  input: Input<typeof CarbonFootprintInput>,
  world: ToolContext,
) {
  const measurement = await measurementsOf(world).of(input.url);
  const breakdown = breakdownOf(measurement.entries);
  const parts = Object.values(breakdown);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const { grams, annualKilograms, grade } = emissionsOf(bytes, input.monthlyVisits);
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
    recommendations: recommendationsFor(measurement),
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
