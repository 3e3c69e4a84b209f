import { Type } from "typebox";
import { enumOf } from "../../lib/schema.ts";

/** Formats of the response: a document, its figures, or an electronic invoice. */
const FORMATS = [
  "html",
  "json",
  "pdf",
  "factur-x",
  "xrechnung",
  "xrechnung-cii",
  "peppol",
  "ubl",
  "cii",
] as const;

/** The media type of each format. */
const MEDIA_TYPES = {
  html: "text/html",
  json: "application/json",
  pdf: "application/pdf",
  "factur-x": "application/pdf",
  xrechnung: "application/xml",
  "xrechnung-cii": "application/xml",
  peppol: "application/xml",
  ubl: "application/xml",
  cii: "application/xml",
} as const satisfies Record<(typeof FORMATS)[number], string>;

export type InvoiceFormat = (typeof FORMATS)[number];

/** Query: the format of the response. */
export const InvoiceQuery = Type.Object({
  // Has no default, because an `Accept` header that names PDF replaces a missing format.
  format: Type.Optional(
    enumOf(FORMATS, {
      "x-advanced": true,
      "x-synonyms": { zugferd: "factur-x", xml: "ubl" },
      "x-media": MEDIA_TYPES,
      "x-titles": {
        html: "HTML",
        json: "JSON with totals",
        pdf: "PDF",
        "factur-x": "e-invoice (Factur-X PDF)",
        xrechnung: "XRechnung (UBL)",
        "xrechnung-cii": "XRechnung (CII)",
        peppol: "Peppol BIS Billing",
        ubl: "UBL",
        cii: "CII",
      },
      description:
        "html (default) or pdf: the document. json: totals plus the document. factur-x (PDF), xrechnung, xrechnung-cii, peppol, ubl, cii: an electronic invoice.",
    }),
  ),
});
