import { Type } from "typebox";
import { describeForClients, enumOf, optionalWithDefault } from "../../lib/schema.ts";

const PageUrl = Type.String({
  maxLength: 2048,
  description: "URL of a public page, starting with http:// or https://.",
  title: "URL",
  // Hidden on pages, because their form adds the scheme.
  "x-help": "none",
  "x-default-scheme": "https",
});

/** The page, and how often it is visited. */
export const CarbonFootprintInput = Type.Object({
  url: PageUrl,
  monthlyVisits: optionalWithDefault(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      ...describeForClients("Visits to the page per month."),
    }),
    10_000,
  ),
});

const Part = Type.Object({ bytes: Type.Integer(), requests: Type.Integer() });

/** The grades of the Digital Carbon Ratings, the best first. */
const Grade = enumOf(["A+", "A", "B", "C", "D", "E", "F"], {
  description: "Digital Carbon Rating.",
});

/** The weight and the emissions of the page. */
export const CarbonFootprintOutput = Type.Object({
  url: Type.String({ description: "As submitted." }),
  finalUrl: Type.String({ description: "URL after redirects, without its fragment." }),
  pageSizeBytes: Type.Integer({
    description: "Headers and encoded bodies of the page and everything it loads.",
  }),
  pageSizeKB: Type.Number({ description: "In units of 1024 bytes, two decimals." }),
  pageSizeMB: Type.Number({ description: "In units of 1024² bytes, three decimals." }),
  co2PerVisitGrams: Type.Number({ description: "Sustainable Web Design model 4, six decimals." }),
  monthlyVisits: Type.Integer(),
  annualCO2Kg: Type.Number({ description: "Three decimals." }),
  grade: Grade,
  comparison: Type.Object({
    heavierShare: Type.Number({
      description: "Share of desktop pages that are heavier, from 0.1 (the heaviest tenth) to 1.",
    }),
    source: Type.String({ description: "Publication of the reference data." }),
    date: Type.String({ description: "Year and month of the reference data." }),
  }),
  recommendations: Type.Array(Type.String(), { description: "The largest savings first." }),
  measurement: Type.Object({
    method: enumOf(["static"], { description: "Scripts are not run." }),
    rendered: enumOf(["server", "client"], {
      description: "Whether the text is in the document or created by scripts.",
    }),
    complete: Type.Boolean({ description: "False if a limit ended the measurement early." }),
    requests: Type.Integer(),
    uncountedDynamicImports: Type.Integer({
      description: "Calls of import() in the scripts that were read.",
    }),
  }),
  breakdown: Type.Object({
    html: Part,
    css: Part,
    script: Part,
    image: Part,
    font: Part,
    media: Part,
    other: Part,
  }),
});

export const CarbonBadgeInput = Type.Object({ url: PageUrl });

/** The grade and the emissions that a badge shows. */
export const CarbonBadgeOutput = Type.Object({
  url: Type.String({ description: "As submitted." }),
  grade: Grade,
  co2PerVisitGrams: Type.Number({ description: "Sustainable Web Design model 4, six decimals." }),
});
