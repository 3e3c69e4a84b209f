import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type FeeSchedules, joinSchedules, type FeeFiles } from "./schedules.ts";
import { FEE_FILES, type FeeFileName } from "./schema.ts";

/** The built-in schedules. The path is relative to `dist/fees`. */
const SHIPPED = fileURLToPath(new URL("../../fees/", import.meta.url));

/**
 * Reads the built-in fee schedules; files in the `overlay` folder override them. Throws an Error
 * whose one-line message names the file and the invalid path.
 */
export function readFees(overlay?: string): FeeSchedules {
  const shipped = readFeeFiles(SHIPPED) as FeeFiles;
  if (overlay === undefined) return joinSchedules(shipped);
  const added = readFeeFiles(overlay);
  const unknown = readdirSync(overlay).find((file) => file.endsWith(".json") && !(file in added));
  if (unknown !== undefined) {
    throw new Error(
      `${join(overlay, unknown)}: unknown fee file; use one of ${Object.keys(FEE_FILES).join(", ")}`,
    );
  }
  return joinSchedules(shipped, added);
}

/** Reads the known fee files in a folder. Throws if `folder` is not a directory. */
function readFeeFiles(folder: string): Partial<FeeFiles> {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder) throw new Error(`FEES_DIR ${folder} is not a folder`);
  const files = (Object.keys(FEE_FILES) as FeeFileName[])
    .map((name) => ({ name, path: join(folder, name) }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => [name, { name: path, json: parseFile(path) }]);
  return Object.fromEntries(files) as Partial<FeeFiles>;
}

function parseFile(path: string): unknown {
  const text = readFileSync(path, "utf8");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : "is not JSON"}`, {
      cause: error,
    });
  }
}
