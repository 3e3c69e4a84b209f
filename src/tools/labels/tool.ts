import { defineTool } from "../define.ts";
import { checkLabel, checkPadding, checkPrinter, checkStart, toJob } from "./labels.ts";
import { createLabelsReply } from "./reply.ts";
import { LabelsOutput } from "./output-schema.ts";
import { LabelsInput } from "./schema.ts";
import { resolveSheet } from "../../domain/label-sheet/resolve-sheet.ts";

export default defineTool({
  name: "labels",
  title: "Label sheets",
  kit: "labels",
  summary:
    "Codes and text from rows of data on sheets of labels, in exact mm, or for label printers.",
  group: "images",
  keywords: [
    "asset tag",
    "avery",
    "barcode labels",
    "brother",
    "dymo",
    "herma",
    "inventory",
    "print",
    "qr labels",
    "sticker",
    "thermal printer",
    "zebra",
    "zpl",
    "zweckform",
  ],
  path: "/api/v1/labels",
  perMinute: 30,
  bodyLimitBytes: 8 * 2 ** 20,
  takesRows: true,
  // 2000 rows of 48 members, which are checked within 60 ms.
  maxJsonValues: 100_000,
  rawBody: { mediaTypes: ["text/csv"], member: "rows" },
  input: LabelsInput,
  output: LabelsOutput,
  example: {
    sheet: "avery-l7160",
    label: { code: { text: "{sku}" }, lines: [{ text: "{name}", bold: true }, "{sku}", "{room}"] },
    rows: [
      { sku: "AC-1001", name: "Projector", room: "Room 2.14" },
      { sku: "AC-1002", name: "Label printer", room: "Workshop" },
      { sku: "AC-1003", name: "Standing desk", room: "Room 1.03" },
    ],
  },
  briefExample: {
    label: { code: { text: "{sku}" }, lines: ["{name}"] },
    rows: [{ sku: "A1", name: "Desk" }],
  },
  media: ["application/pdf", "application/zpl", "application/json"],
  headers: {
    "X-Labels-Count": "The number of labels.",
    "X-Labels-Pages": "The number of sheets.",
    "X-Labels-Warnings":
      "What may print badly: small-modules, text-cut, missing-glyph, low-contrast, small-quiet-zone.",
  },
  warnings: {
    "small-modules": "Some codes are so small that scanners may fail. Use a larger label.",
    "text-cut": "Some text is too long for its label and ends with an ellipsis.",
    "missing-glyph": "Some characters are not in any font and are drawn as frames.",
    "low-contrast": "Low contrast: some scanners cannot read these codes. Use a darker color.",
    "small-quiet-zone": "The margin of the codes is smaller than the specification requires.",
  },
  resources: ["tasks"],
  rules: [
    { members: ["sheet"], check: ({ sheet }) => void resolveSheet(sheet) },
    { members: ["label"], check: checkLabel },
    { members: ["label", "sheet"], check: checkPadding },
    { members: ["sheet", "startAt", "format"], check: checkStart },
    { members: ["sheet", "format", "dpi"], check: checkPrinter },
  ],
  run: toJob,
  reply: createLabelsReply,
});
