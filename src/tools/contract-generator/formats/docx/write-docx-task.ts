import { Packer } from "docx";
import { createDocument } from "./docx-document.ts";
import type { DocxRequest } from "./task.ts";

/** Writes a DOCX file in a worker; see `WRITE_DOCX_TASK`. */
export default async function runWriteDocxTask({
  contract,
  options,
}: DocxRequest): Promise<Uint8Array> {
  const file = await Packer.toBuffer(createDocument(replaceNonCharacters(contract), options));
  // Copied, because Node allocates small buffers as parts of a shared one.
  return Uint8Array.from(file);
}

/** Replaces U+FFFE and U+FFFF, which XML 1.0 cannot contain. */
function replaceNonCharacters<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll(/[\ufffe\uffff]/g, "\ufffd")) as T;
}
