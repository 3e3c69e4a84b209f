// Removes files of earlier builds from the bundle, which are kept for running servers. Part of `npm
// pack`.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.mjs";

const bundle = join(root, "dist", "bundle");
const built = new Set(JSON.parse(readFileSync(join(bundle, ".files"), "utf8")));
for (const file of readdirSync(bundle).filter(
  (name) => !name.startsWith(".") && !built.has(name),
)) {
  rmSync(join(bundle, file), { recursive: true, force: true });
}
