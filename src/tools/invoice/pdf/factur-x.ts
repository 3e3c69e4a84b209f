import type { Invoice } from "../invoice-model.ts";
import type { XmpSchema } from "../../../pdf/document.ts";
import type { Extras } from "./invoice-document.ts";

/**
 * Returns the invoice's XML and the metadata that make a PDF a Factur-X file (Factur-X 1.09, 6.2
 * and 6.3).
 */
export function createFacturXExtras({ invoiceNumber }: Invoice, xml: string): Extras {
  return {
    attachments: [
      {
        name: FILE_NAME,
        data: Buffer.from(xml),
        mediaType: "text/xml",
        // "Alternative" is the relationship that France and Germany require from profile BASIC on.
        relationship: "Alternative",
        description: `Factur-X invoice ${invoiceNumber}`,
      },
    ],
    schemas: [METADATA_SCHEMA],
  };
}

const FILE_NAME = "factur-x.xml";

/** The metadata that name the XML document within the PDF, and the schema that describes them. */
const METADATA_SCHEMA: XmpSchema = {
  schema: "Factur-X PDFA Extension Schema",
  namespace: "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#",
  prefix: "fx",
  properties: [
    {
      name: "DocumentFileName",
      value: FILE_NAME,
      category: "external",
      description: "The name of the embedded XML document",
    },
    {
      name: "DocumentType",
      value: "INVOICE",
      category: "external",
      description: "The type of the hybrid document in capital letters, e.g. INVOICE or ORDER",
    },
    {
      name: "Version",
      value: "1.0",
      category: "external",
      description: "The actual version of the standard applying to the embedded XML document",
    },
    {
      name: "ConformanceLevel",
      value: "EN 16931",
      category: "external",
      description: "The conformance level of the embedded XML document",
    },
  ],
};
