import { defineTool } from "../define.ts";
import { parseSymbolColors } from "../../domain/symbol/colors.ts";
import { createBarcode } from "./barcode.ts";
import { checkErrorCorrection } from "../../domain/barcode/encode.ts";
import { checkSingleScale } from "../../domain/barcode/dimensions.ts";
import { readContent } from "../../domain/barcode/content/read-content.ts";
import { createBarcodeReply } from "./reply.ts";
import { BarcodeInput, BarcodeOutput } from "./schema.ts";

export default defineTool({
  name: "barcode",
  title: "Barcode",
  summary: "A barcode of any common type, in SVG or PNG, with check digits and GS1 rules.",
  group: "images",
  keywords: [
    "aztec",
    "code 128",
    "data matrix",
    "datamatrix",
    "ean",
    "gs1",
    "gtin",
    "isbn",
    "label",
    "pdf417",
    "upc",
  ],
  path: "/api/v1/barcode",
  methods: ["POST", "GET"],
  input: BarcodeInput,
  output: BarcodeOutput,
  example: { text: "(01)09506000134352(17)270101(10)ABC123", type: "gs1-128", format: "svg" },
  media: ["image/svg+xml", "image/png", "text/plain", "application/json"],
  headers: {
    "X-Barcode-Warnings":
      "What may keep some scanners from reading the symbol: low-contrast, inverted, small-modules, small-quiet-zone, outside-specification.",
  },
  warnings: {
    "low-contrast": "Low contrast: some scanners cannot read this. Use a darker foreground.",
    inverted: "Light on dark: some scanners cannot read inverted symbols.",
    "small-modules": "The modules are smaller than scanners need. Increase the module width.",
    "small-quiet-zone": "The margin is smaller than the specification requires.",
    "outside-specification": "The size is outside of the symbology's specification.",
  },
  kit: "barcode",
  resources: ["symbolEncoder"],
  rules: [
    { members: ["type", "text"], check: ({ type, text }) => void readContent(type, text) },
    { members: ["darkColor", "lightColor"], check: (input) => void parseSymbolColors(input) },
    { members: ["scale", "moduleMm", "dpi"], check: checkSingleScale },
    {
      members: ["type", "errorCorrection"],
      check: ({ type, errorCorrection }) => checkErrorCorrection(type, errorCorrection),
    },
  ],
  run: createBarcode,
  reply: createBarcodeReply,
});
