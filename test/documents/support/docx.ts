import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A DOCX file whose parts can be read. */
export interface UnpackedDocx {
  /** Returns the XML of a part. Throws if it is not well-formed. */
  read(part: string): string;
  close(): void;
}

/** Opens a DOCX file with `unzip`; `xmllint` checks each part that is read. */
export function unpackDocx(bytes: Uint8Array): UnpackedDocx {
  const folder = mkdtempSync(join(tmpdir(), "sundry-docx-"));
  const file = join(folder, "contract.docx");
  writeFileSync(file, bytes);
  return {
    read(part) {
      const xml = execFileSync("unzip", ["-p", file, part], { encoding: "utf8" });
      execFileSync("xmllint", ["--noout", "-"], { input: xml });
      return xml;
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}
