import type { Contract, DocumentOptions } from "../../contract-model.ts";

export interface DocxRequest {
  contract: Contract;
  options: DocumentOptions;
}

/** Returns a file's bytes for a `DocxRequest`. Only this task loads the `docx` library. */
export const WRITE_DOCX_TASK = new URL("./write-docx-task.js", import.meta.url);
