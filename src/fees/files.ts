import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type FeeSchedules, feeBook, type FeeFiles } from "./schedules.ts";
import { FEE_FILES, type FeeFileName } from "./schema.ts";

/** Relative to `dist/fees`. */
const SHIPPED = fileURLToPath(new URL("../../fees/", import.meta.url));

/**
 * The fee schedules that ship with the product, and over them those of a folder of the operator's own.
 * Throws an Error of one line that names the file and the place of what is wrong.
 */
export function readFees(overlay?: string): FeeSchedules {
  const shipped = readFeeFiles(SHIPPED) as FeeFiles;
  if (overlay === undefined) return feeBook(shipped);
  const found = readFeeFiles(overlay);
  const stray = readdirSync(overlay).find((file) => file.endsWith(".json") && !(file in found));
  if (stray !== undefined) {
    throw new Error(
      `${join(overlay, stray)}: no fee file has this name; there are ${Object.keys(FEE_FILES).join(", ")}`,
    );
  }
  return feeBook(shipped, found);
}

/** The fee files that a folder holds. */
function readFeeFiles(folder: string): Partial<FeeFiles> {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder) throw new Error(`FEES_DIR ${folder} is not a folder`);
  const files = (Object.keys(FEE_FILES) as FeeFileName[])
    .map((name) => ({ name, path: join(folder, name) }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => [name, { name: path, json: parse(path) }]);
  return Object.fromEntries(files) as Partial<FeeFiles>;
}

function parse(path: string): unknown {
  const text = readFileSync(path, "utf8");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : "is not JSON"}`, {
      cause: error,
    });
  }
}
