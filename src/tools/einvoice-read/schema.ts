import { Type } from "typebox";
import { enumOf, optionalWithDefault, recordOf, singleLine } from "../../lib/schema.ts";
import { CHOICES, PROFILES } from "./profile.ts";

/** A received invoice and the rules to judge it by. */
export const EInvoiceReadInput = Type.Object(
  {
    file: Type.Optional(
      Type.String({
        contentEncoding: "base64",
        "x-bytes": true,
        "x-sensitive": true,
        "x-file": { accept: ".xml,.pdf,application/xml,text/xml,application/pdf", as: "base64" },
        description: "XML or a PDF with XML, up to 10 MiB, as base64 or as a data URL.",
      }),
    ),
    xml: Type.Optional(
      Type.String({
        "x-text": "bytes",
        "x-sensitive": true,
        description: "The XML as text, instead of a file.",
      }),
    ),
    profile: optionalWithDefault(
      enumOf(CHOICES, {
        "x-titles": {
          auto: "As the document claims",
          en16931: "EN 16931",
          xrechnung: "XRechnung",
          peppol: "Peppol",
        },
        description: "Rules to judge by.",
      }),
      "auto",
    ),
    language: optionalWithDefault(
      singleLine(1, 35, {
        "x-advanced": true,
        description: "BCP 47 tag, for html and pdf.",
      }),
      "en",
    ),
  },
  { "x-exactly-one": ["file", "xml"], "x-exactly-one-subject": "file or xml" },
);

const FORMATS = [
  "json",
  "html",
  "pdf",
  "invoice",
  "xml",
  "attachment",
  "ubl",
  "cii",
  "xrechnung",
  "xrechnung-cii",
  "peppol",
  "factur-x",
] as const;

export type EInvoiceReadFormat = (typeof FORMATS)[number];

export const EInvoiceReadQuery = Type.Object({
  format: Type.Optional(
    enumOf(FORMATS, {
      "x-advanced": true,
      "x-media": {
        json: "application/json",
        html: "text/html",
        pdf: "application/pdf",
        invoice: "application/json",
        xml: "application/xml",
        attachment: "application/octet-stream",
        ubl: "application/xml",
        cii: "application/xml",
        xrechnung: "application/xml",
        "xrechnung-cii": "application/xml",
        peppol: "application/xml",
        "factur-x": "application/pdf",
      },
      "x-titles": {
        json: "JSON",
        html: "Readable page",
        pdf: "Readable PDF",
        invoice: "Input of the invoice tool",
        xml: "XML of the invoice",
        attachment: "Attachment",
        ubl: "UBL",
        cii: "CII",
        xrechnung: "XRechnung (UBL)",
        "xrechnung-cii": "XRechnung (CII)",
        peppol: "Peppol BIS Billing",
        "factur-x": "Factur-X PDF",
      },
      description:
        "json (default). html, pdf: every term, with the messages. invoice: input of the invoice tool. xml: the invoice as it was in the file. attachment: that with number n. Others: the invoice converted.",
    }),
  ),
  n: Type.Optional(
    Type.Integer({
      minimum: 0,
      "x-visible-when": { format: ["attachment"] },
      description: "Number of the attachment, from 0.",
    }),
  ),
});

const Text = Type.String();
const OptionalText = Type.Union([Text, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });
const OptionalAmount = Type.Union([Type.Number(), Type.Null()]);

const Totals = Type.Object({
  lines: OptionalAmount,
  allowances: OptionalAmount,
  charges: OptionalAmount,
  net: OptionalAmount,
  tax: OptionalAmount,
  total: OptionalAmount,
  prepaid: OptionalAmount,
  rounding: OptionalAmount,
  due: OptionalAmount,
});

/** The kind of the document, its verdict and its content. */
export const EInvoiceReadOutput = Type.Object({
  container: enumOf(["xml", "pdf"]),
  syntax: enumOf(["ubl", "cii"]),
  type: enumOf(["invoice", "credit-note"]),
  typeCode: Type.Union([Text, Type.Null()], { description: "BT-3." }),
  profile: enumOf(PROFILES),
  specification: Type.Union([Text, Type.Null()], { description: "BT-24 as written." }),
  version: OptionalText,
  invoice: Type.Union([recordOf(Type.Unknown()), Type.Null()], {
    description: "Input of the invoice tool, or null.",
  }),
  beyond: Type.Array(
    Type.Object({
      term: OptionalText,
      name: Text,
      value: Text,
      location: Text,
    }),
    { description: "Values that invoice lacks, up to 1000." },
  ),
  totals: Type.Object({
    stated: Totals,
    computed: Totals,
    differences: Type.Array(Text, { description: "Names of the sums that differ." }),
  }),
  valid: Type.Union([Type.Boolean(), Type.Null()], {
    description: "No fatal message. Null: not judged.",
  }),
  counts: Type.Object({ fatal: Count, warning: Count, information: Count }),
  truncated: Type.Boolean({ description: "True for more than 500 messages." }),
  rules: Type.Array(Type.Object({ set: Text, version: Text }), {
    description: "The sets that were applied.",
  }),
  messages: Type.Array(
    Type.Object({
      rule: Text,
      severity: enumOf(["fatal", "warning", "information"]),
      text: Text,
      location: Type.String({ description: "XPath that selects exactly one node." }),
      line: Type.Integer({ minimum: 1 }),
      terms: Type.Array(Text, { description: "BT- and BG- numbers in the text." }),
      source: enumOf(["schema", "en16931", "xrechnung", "peppol", "sundry"]),
    }),
    { "x-brief-items": 50, description: "Broken rules in document order." },
  ),
  attachments: Type.Array(
    Type.Object({
      n: Count,
      name: Text,
      type: Text,
      bytes: Count,
      sha256: Text,
      description: Text,
    }),
  ),
});
