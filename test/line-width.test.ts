import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { it } from "node:test";
import { root } from "./support/server.ts";

/** The formatter ends code here, and leaves comments as they are. */
const MAX_COLUMNS = 100;

const FOLDERS = ["bench", "scripts", "src", "test"];

/** Comments that begin a line. */
const COMMENT = /^\s*(\/\/|\/?\*)/;

async function listSources(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const files = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.name === "node_modules") return [];
      return entry.isDirectory() ? listSources(path) : [path];
    }),
  );
  return files.flat().filter((file) => /\.(m|c)?tsx?$|\.mjs$/.test(file));
}

it("comments end at column 100", async () => {
  const files = (await Promise.all(FOLDERS.map(listSources))).flat();
  assert.ok(files.length > 200);
  const long = await Promise.all(
    files.map(async (file) => {
      const lines = (await readFile(join(root, file), "utf8")).split("\n");
      return lines.flatMap((line, at) =>
        line.length > MAX_COLUMNS && COMMENT.test(line) ? [`${file}:${at + 1}`] : [],
      );
    }),
  );
  assert.deepEqual(long.flat(), []);
});
