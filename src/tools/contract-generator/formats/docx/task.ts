import type { Contract, DocumentOptions } from "../../contract-model.ts";

/** The worker's input for a DOCX file. */
export interface DocxRequest {
  contract: Contract;
  options: DocumentOptions;
}

/**
 * The task that returns the bytes of a DOCX file for a `DocxRequest`. Only it loads the `docx`
 * library.
 */
export const WRITE_DOCX_TASK = new URL("./write-docx-task.js", import.meta.url);
