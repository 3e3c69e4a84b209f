// Builds a release in `release/`: tarball, bundle for assistants, container context, notices, bill
// of materials and checksums. The same commit yields the same bytes: node scripts/release.mjs
// [folder]
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createBillOfMaterials } from "./release/sbom.mjs";
import { createNotices } from "./release/notices.mjs";
import { root } from "./root.mjs";

const folder = resolve(process.argv[2] ?? join(root, "release"));

// Built from an empty folder, because a rebuild keeps files that a running server may still need.
for (const output of ["bundle", "client"]) {
  rmSync(join(root, "dist", output), { recursive: true, force: true });
}
execFileSync(process.execPath, [join(root, "scripts", "prepare.mjs")], { stdio: "inherit" });

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
if (readFileSync(join(root, "THIRD-PARTY-NOTICES.txt"), "utf8") !== createNotices()) {
  throw new Error("THIRD-PARTY-NOTICES.txt is out of date: run node scripts/release/notices.mjs");
}
// npm writes the same time and owner into every entry.
const report = execFileSync(
  "npm",
  ["pack", "--ignore-scripts", "--json", "--pack-destination", folder],
  {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    shell: process.platform === "win32",
  },
);
/** @type {[{ filename: string, files: { path: string }[] }]} */
const [{ filename: tarball, files }] = JSON.parse(report);
// Imports what has just been built.
const { createMcpBundle, createServerDescription } = await import("./release/mcp-bundle.mjs");
const bundle = createMcpBundle(files.map(({ path }) => path));
const bundleFile = tarball.replace(/\.tgz$/, ".mcpb");
writeFileSync(join(folder, bundleFile), bundle);
writeFileSync(join(folder, "server.json"), createServerDescription(bundleFile, bundle));
writeFileSync(join(folder, tarball.replace(/\.tgz$/, ".cdx.json")), createBillOfMaterials());
for (const file of ["THIRD-PARTY-NOTICES.txt", "Dockerfile.release"]) {
  copyFileSync(
    join(root, file === "Dockerfile.release" ? "deploy/Dockerfile.release" : file),
    join(folder, file),
  );
}
const sums = readdirSync(folder)
  .sort()
  .map(
    (file) =>
      `${createHash("sha256")
        .update(readFileSync(join(folder, file)))
        .digest("hex")}  ${file}\n`,
  );
writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
process.stdout.write(sums.join(""));
