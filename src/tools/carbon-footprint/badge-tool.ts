import { defineTool } from "../define.ts";
import { CarbonBadgeInput, CarbonBadgeOutput } from "./schema.ts";

/**
 * Lets caches keep a badge for a day, because every visitor of a page that embeds it requests it.
 */
const CACHE_CONTROL = "public, max-age=86400";

export default defineTool({
  name: "carbon-footprint-badge",
  title: "Carbon footprint badge",
  summary: "Draws an SVG badge with the carbon grade and the grams of CO₂ of a web page.",
  group: "calculators",
  scope: "carbon-footprint",
  keywords: ["co2", "emissions", "grade", "green", "svg"],
  path: "/api/v1/carbon-footprint/badge",
  methods: ["GET"],
  perMinute: 20,
  input: CarbonBadgeInput,
  output: CarbonBadgeOutput,
  example: { url: "https://example.com/" },
  media: ["image/svg+xml", "application/json"],
  resources: ["measurements"],
  // Imports the module on first use, because the emissions model takes a while to load.
  run: async (input, context) => (await import("./badge.ts")).measureBadge(input, context),
  reply: async (badge, { format }) =>
    format === "json"
      ? { type: "application/json", body: badge, cacheControl: CACHE_CONTROL }
      : {
          type: "image/svg+xml",
          body: (await import("./badge.ts")).drawBadge(badge),
          cacheControl: CACHE_CONTROL,
        },
});
