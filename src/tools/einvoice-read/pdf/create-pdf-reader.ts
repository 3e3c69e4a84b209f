import { findObjects } from "./damaged-file.ts";
import { PdfReader } from "./pdf-reader.ts";
import { readSections } from "./sections.ts";
import { PdfSyntaxError } from "./syntax.ts";

/**
 * Opens a PDF. A damaged table of objects is replaced by a search for them. Throws a PdfSyntaxError
 * for bytes without a catalog.
 */
export function createPdfReader(bytes: Buffer): PdfReader {
  const reader = new PdfReader(bytes);
  try {
    readSections(reader);
    reader.readCatalog();
    return reader;
  } catch (error) {
    if (!(error instanceof PdfSyntaxError)) throw error;
  }
  const repaired = new PdfReader(bytes);
  findObjects(repaired);
  repaired.readCatalog();
  return repaired;
}
