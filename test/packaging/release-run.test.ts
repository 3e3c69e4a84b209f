import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { root } from "../support/server.ts";
import { measureFolder } from "./measure-folder.ts";

const run = promisify(execFile);

/** Matches what a release creates, and what it does not need. */
const LEFT_OUT =
  /^(\.git|data|node_modules|release|bench|test|dist\/(bundle|client|test|web\/assets|\.prepared).*)$/;

function isCopied(file: string): boolean {
  const path = relative(root, file).replaceAll("\\", "/");
  return !LEFT_OUT.test(path) && !path.endsWith("/.bundle");
}

describe("node scripts/release.mjs", { skip: process.platform === "win32" }, () => {
  let folder: string;
  let made: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sundry-release-"));
    made = await release();
  });
  after(() => rm(folder, { recursive: true }));

  /** Builds a release from a copy of the repository and returns its folder. */
  async function release(): Promise<string> {
    const copy = join(folder, "a longer path");
    await mkdir(copy);
    cpSync(root, copy, { recursive: true, filter: isCopied, preserveTimestamps: true });
    // Hard links, because the order of modules depends on their paths: packages are below the
    // sources.
    const modules = [join(root, "node_modules"), copy];
    await run("cp", ["-al", ...modules]).catch(() => run("cp", ["-a", ...modules]));
    await run(process.execPath, [join(copy, "scripts", "release.mjs")], { cwd: copy });
    return join(copy, "release");
  }

  it("scripts/release.mjs makes a tarball of the same bytes as a build elsewhere at another time", async () => {
    // Files of earlier builds of this repository do not belong to a package.
    await run(process.execPath, [join(root, "scripts", "release", "sweep.mjs")]);
    const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
    const { stdout } = await run("npm", pack, { cwd: root });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    const tarballs = await Promise.all(
      [folder, made].map((place) => readFile(join(place, filename))),
    );
    assert.ok(tarballs[0]?.equals(tarballs[1] ?? Buffer.alloc(0)));
  });

  it("scripts/release.mjs makes the tarball, its container's file, notices, a bill of materials and checksums", async () => {
    const names = (await readdir(made)).map((name) => name.replace(/\d+\.\d+\.\d+/, "VERSION"));
    assert.deepEqual(names.toSorted(), [
      "Dockerfile.release",
      "SHA256SUMS",
      "THIRD-PARTY-NOTICES.txt",
      "sundry-VERSION.cdx.json",
      "sundry-VERSION.tgz",
    ]);
  });

  it("scripts/release.mjs lists the checksum of each file", async () => {
    const files = (await hashFiles(made)).filter(([name]) => name !== "SHA256SUMS");
    const sums = await readFile(join(made, "SHA256SUMS"), "utf8");
    assert.equal(sums, files.map(([name, hash]) => `${hash}  ${name}\n`).join(""));
  });

  it("the tarball contains everything that its Dockerfile copies, which installs at most 30 MB", async () => {
    const app = join(folder, "app");
    const tarball = (await readdir(made)).find((name) => name.endsWith(".tgz")) ?? "";
    const dockerfile = await readFile(join(made, "Dockerfile.release"), "utf8");
    assert.match(dockerfile, /^COPY sundry-\*\.tgz \/tmp\/$/m);
    const flags = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
    const install = ["install", "--global", "--prefix", app, ...flags, join(made, tarball)];
    await run("npm", install, { cwd: folder });
    const installed = join(app, "lib", "node_modules", "sundry");
    await Promise.all(
      (await readdir(join(installed, "node_modules", "@libsql")))
        .filter((name) => name.endsWith("-musl"))
        .map((name) => rm(join(installed, "node_modules", "@libsql", name), { recursive: true })),
    );
    const bytes = await measureFolder(installed);
    assert.ok(bytes <= 30_000_000, `${bytes} bytes`);
    const start = [join(installed, "dist", "bundle", "sundry.js"), "hash", "--text", "abc"];
    assert.match((await run(process.execPath, start)).stdout, /ba7816bf/);
  });
});

async function hashFiles(folder: string): Promise<[name: string, hash: string][]> {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      return [name, createHash("sha256").update(bytes).digest("hex")];
    }),
  );
}
