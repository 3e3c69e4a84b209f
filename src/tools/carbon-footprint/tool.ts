import { ValidationError } from "../../lib/errors.ts";
import { parseHttpUrl } from "../../lib/net/http-url.ts";
import { FetchError } from "../../lib/net/network.ts";
import { defineTool } from "../define.ts";
import { CarbonFootprintInput, CarbonFootprintOutput } from "./schema.ts";

export default defineTool({
  name: "carbon-footprint",
  title: "Website carbon footprint",
  summary: "Estimates the CO₂ of a visit to a web page from the bytes of everything it loads.",
  group: "calculators",
  keywords: ["co2", "emissions", "grade", "green", "page weight"],
  path: "/api/v1/carbon-footprint",
  perMinute: 20,
  input: CarbonFootprintInput,
  output: CarbonFootprintOutput,
  example: { url: "https://example.com/", monthlyVisits: 10_000 },
  headline: {
    value: "grade",
    lead: "Carbon grade",
    label: "{co2PerVisitGrams:2} g of CO₂ per visit",
    bad: ["E", "F"],
  },
  kit: "carbon",
  resources: ["measurements"],
  rules: [{ members: ["url"], check: ({ url }) => checkUrl(url) }],
  // Imports the module on first use, because the emissions model takes a while to load.
  run: async (input, context) => (await import("./footprint.ts")).measureFootprint(input, context),
});

/** Checks a URL without a request. Throws ValidationError. */
function checkUrl(text: string): void {
  try {
    parseHttpUrl(text);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw ValidationError.at(["url"], error.message, error.code);
  }
}
