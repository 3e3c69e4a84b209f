import Type from "../../lib/type.ts";
import { enumOf, optionalWithDefault } from "../../lib/schema.ts";

/** Which page, and how many see it. */
export const CarbonFootprintInput = Type.Object({
  url: Type.String({
    maxLength: 2048,
    description: "Address of a public page, with http:// or https://.",
  }),
  monthlyVisits: optionalWithDefault(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description: "How often the page is visited in a month.",
    }),
    10_000,
  ),
});

const Part = Type.Object({ bytes: Type.Integer(), requests: Type.Integer() });

/** What the page weighs and emits. */
export const CarbonFootprintOutput = Type.Object({
  url: Type.String({ description: "As submitted." }),
  finalUrl: Type.String({ description: "Where redirects led, without fragment." }),
  pageSizeBytes: Type.Integer({
    description: "Headers and encoded bodies of the page and all it loads.",
  }),
  pageSizeKB: Type.Number({ description: "In units of 1024 bytes, two decimals." }),
  pageSizeMB: Type.Number({ description: "In units of 1024² bytes, three decimals." }),
  co2PerVisitGrams: Type.Number({ description: "Sustainable Web Design model 4, six decimals." }),
  monthlyVisits: Type.Integer(),
  annualCO2Kg: Type.Number({ description: "Three decimals." }),
  grade: enumOf(["A+", "A", "B", "C", "D", "E", "F"], { description: "Digital Carbon Rating." }),
  recommendations: Type.Array(Type.String(), { description: "What would save most, first." }),
  measurement: Type.Object({
    method: enumOf(["static"], { description: "Read without running scripts." }),
    rendered: enumOf(["server", "client"], {
      description: "Whether the document itself has the text, or scripts put it there.",
    }),
    complete: Type.Boolean({ description: "False where a limit ended the measurement early." }),
    requests: Type.Integer(),
    uncountedDynamicImports: Type.Integer({
      description: "import() in the scripts that were read.",
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
