import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addSuffix, toFileName } from "../../lib/text/file-name.ts";

/** Writes a file to a folder, which is created, under a name that no file has there. */
export async function writeNewFile(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  const [, stem = name, extension = ""] = /^(.*)(\.[A-Za-z0-9]{1,10})$/s.exec(name) ?? [];
  const base = toFileName(stem) || "attachment";
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${number === 1 ? base : addSuffix(base, number)}${extension}`);
    try {
      return await writeFile(path, bytes, { flag: "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
