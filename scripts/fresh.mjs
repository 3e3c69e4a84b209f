// Makes again only what was made from something else than what is there now.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** Runs `make` unless `stamp` records a run for the present contents of these files. */
export async function unlessFresh(stamp, files, make) {
  const hash = createHash("sha256");
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(file));
  const state = hash.digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === state) return;
  // First of all: half of what is made must not pass for what was there before.
  rmSync(stamp, { force: true });
  await make();
  writeFileSync(stamp, state);
}
