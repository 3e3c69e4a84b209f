import { findObjects } from "./damaged-file.ts";
import { PdfReader } from "./pdf-reader.ts";
import { readSections } from "./sections.ts";
import { PdfSyntaxError } from "./syntax.ts";

/**
 * Opens a PDF. A damaged table of objects is replaced by a search for them. Throws a PdfSyntaxError
 * for bytes without a catalog, unless they are encrypted.
 */
export function createPdfReader(bytes: Buffer): PdfReader {
  const reader = new PdfReader(bytes);
  try {
    readSections(reader);
    // The catalog of an encrypted file may be in a stream that only its password opens.
    if (!reader.isEncrypted) reader.readCatalog();
    return reader;
  } catch (error) {
    if (!(error instanceof PdfSyntaxError)) throw error;
  }
  const repaired = new PdfReader(bytes);
  findObjects(repaired);
  if (!repaired.isEncrypted) repaired.readCatalog();
  return repaired;
}
