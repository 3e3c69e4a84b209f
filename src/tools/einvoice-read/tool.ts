import { defineTool, type FileReport } from "../define.ts";
import { EXAMPLE } from "./example.ts";
import { readEInvoice } from "./read.ts";
import { createReadReply } from "./reply.ts";
import { EInvoiceReadInput, EInvoiceReadOutput, EInvoiceReadQuery } from "./schema.ts";
import type { Report } from "./task.ts";

const FILE_REPORT: FileReport = {
  describe: (output, file) => describeFile(output as Report, file),
  levels: ["fatal", "warning"],
  findLevel(output) {
    const { counts } = output as Report;
    return FILE_REPORT.levels.find((level) => counts[level as keyof typeof counts] > 0);
  },
  listAttachments: (output) =>
    (output as Report).attachments.map(({ n, name }) => ({
      name,
      query: { format: "attachment", n },
    })),
};

export default defineTool({
  name: "einvoice-read",
  title: "E-invoice reader",
  summary: "What a received electronic invoice says, and whether it keeps the official rules.",
  group: "documents",
  keywords: ["xrechnung", "zugferd", "factur-x", "peppol", "validator", "e-rechnung", "viewer"],
  path: "/api/v1/einvoice-read",
  perMinute: 30,
  bodyLimitBytes: 14 * 1024 * 1024,
  rawBody: { mediaTypes: ["application/xml", "text/xml", "application/pdf"], member: "file" },
  input: EInvoiceReadInput,
  output: EInvoiceReadOutput,
  query: EInvoiceReadQuery,
  media: [
    "application/json",
    "text/html",
    "application/xml",
    "application/pdf",
    "application/octet-stream",
  ],
  headers: {
    "X-PDF-Warnings": "missing-glyph: characters that no font has are drawn as frames.",
    "X-EInvoice-Loss": "Terms of the document that the converted invoice lacks, up to 1 kB.",
  },
  example: { xml: EXAMPLE },
  briefExample: {
    xml: '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>',
  },
  kit: "einvoice",
  resources: ["tasks", "invoices"],
  fileReport: FILE_REPORT,
  run: readEInvoice,
  reply: createReadReply,
});

/** Returns the verdict, then a line for each broken rule. */
function describeFile({ valid, profile, counts, messages }: Report, file: string): string[] {
  const verdict = valid === null ? "not judged" : valid ? "valid" : "not valid";
  const findings = [`${counts.fatal} fatal`, `${counts.warning} warning`].join(", ");
  const details = messages.map(
    ({ line, rule, severity, text }) => `${file}:${line} ${rule} ${severity} ${text}`,
  );
  return [`${file}: ${verdict} (${profile}; ${findings})`, ...details];
}
