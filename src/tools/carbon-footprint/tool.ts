import { defineTool } from "../define.ts";
import { CarbonFootprintInput, CarbonFootprintOutput } from "./schema.ts";

export default defineTool({
  name: "carbon-footprint",
  title: "Website carbon footprint",
  summary: "What a visit to a web page emits, from the bytes of the page and everything it loads.",
  path: "/api/v1/carbon-footprint",
  perMinute: 20,
  input: CarbonFootprintInput,
  output: CarbonFootprintOutput,
  example: { url: "https://example.com/", monthlyVisits: 10_000 },
  // Loaded with the first page: who never weighs one does not pay for it.
  run: async (input, world) => (await import("./footprint.ts")).carbonFootprint(input, world),
});
