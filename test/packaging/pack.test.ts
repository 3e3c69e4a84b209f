import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { type RunningServer, root, startServer } from "../support/server.ts";

const run = promisify(execFile);
const npm = { shell: process.platform === "win32" };

/** The tarball's files at its root and the folders of `dist`. */
/** The words of invoices, one file for each language. */
const WORDS = "src/tools/invoice/locale/words";

const CONTENTS = [
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "LICENSE",
  "README.md",
  "THIRD-PARTY-NOTICES.txt",
  "dist/bundle",
  "dist/client",
  "dist/web",
  "docs/README.md",
  "docs/guides",
  "docs/images",
  "docs/scale.md",
  "examples",
  "package.json",
  WORDS,
];

/** Fonts and grammars are 5 MB of it: docs/decisions/0123; the schema checker 0.4 MB. */
const MAX_TARBALL_BYTES = 10_600_000;

/** Members of the report of `npm pack --json` on a tarball. */
interface Packed {
  filename: string;
  size: number;
  files: { path: string }[];
}

let folder: string;
let server: RunningServer;
let packed: Packed;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "sundry-pack-"));
  server = await startServer({ DATA_DIR: join(folder, "data") });
  // Part of what `npm pack` does before: a rebuild keeps files of earlier builds.
  await run(process.execPath, [join(root, "scripts", "release", "sweep.mjs")]);
  const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const { stdout } = await run("npm", pack, { cwd: root, ...npm });
  [packed] = JSON.parse(stdout) as [Packed];
  await writeFile(join(folder, "package.json"), '{ "type": "module", "private": true }');
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  const install = ["install", join(folder, packed.filename), ...flags];
  await run("npm", install, { cwd: folder, ...npm });
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

describe("the npm package in an empty project", () => {
  it("the npm package has a working command", async () => {
    const bin = join(folder, "node_modules", ".bin", "sundry");
    const { stdout } = await run(bin, ["hash", "--text", "abc"], npm);
    assert.match(stdout, /ba7816bf8f01cfea/);
    const svg = await run(bin, ["qr", "--text", "abc"], npm);
    assert.match(svg.stdout, /^<svg/);
  });

  it("the npm package contains the bundle, the pages' files, data and documents only", () => {
    const folders = packed.files.map(({ path }) =>
      path.startsWith(`${WORDS}/`)
        ? WORDS
        : path
            .replace(/^examples\/.*/, "examples")
            .split("/")
            .slice(0, 2)
            .join("/"),
    );
    const data = folders.filter((name) => !/^(fees|fonts|grammars|rates|rules)\//.test(name));
    assert.deepEqual([...new Set(data)].toSorted(), CONTENTS);
    assert.ok(packed.size < MAX_TARBALL_BYTES, `${packed.size} bytes`);
  });

  it("the npm package has a README and documents without dead links", async () => {
    const installed = join(folder, "node_modules", "sundry");
    const documents = (await readdir(join(installed, "docs"), { recursive: true })).filter((file) =>
      file.endsWith(".md"),
    );
    const dead: string[] = [];
    for (const file of ["README.md", ...documents.map((name) => join("docs", name))]) {
      const text = await readFile(join(installed, file), "utf8");
      for (const [, link = ""] of text.matchAll(/(?:\]\(|src(?:set)?=")([^)"#:]+)[)"#]/g)) {
        if (!existsSync(join(installed, file, "..", link))) dead.push(`${file}: ${link}`);
      }
    }
    assert.deepEqual(dead, []);
  });

  it("the npm package installs at most seven packages", async () => {
    const lock = await readFile(join(folder, "node_modules", ".package-lock.json"), "utf8");
    const { packages } = JSON.parse(lock) as { packages: object };
    // Ourselves, the store's driver, what it loads its binary with, and a binary for each C library
    // of Linux.
    assert.ok(Object.keys(packages).length <= 7, Object.keys(packages).join(", "));
  });

  it("the npm package contains no tests or build-only files", async () => {
    const installed = join(folder, "node_modules", "sundry");
    const files = (await readdir(installed, { recursive: true })).map((file) =>
      file.replaceAll("\\", "/"),
    );
    const foreign = /\.test\.|^dist\/(test|web\/client)\/|dist\/.*\/\.[a-z]/;
    assert.deepEqual(
      files.filter((file) => foreign.test(file)),
      [],
    );
    for (const file of files.filter((name) => name.endsWith(".js"))) {
      const text = await readFile(join(installed, file), "utf8");
      assert.ok(!/from "node:(test|assert)/.test(text), file);
    }
  });

  it("the npm package has a working typed client", async () => {
    const program = `
import { createClient, SundryError } from "sundry/client";
const client = createClient({ url: ${JSON.stringify(server.url)}, key: "k" });
const { data, usage } = await client.json("hash", { text: "abc" });
const hash: string = data.hash;
const picture = await client.file("code-image", { code: "a", language: "js" });
let refusal = "";
try {
  await client.json("qr", { text: "", format: "png" });
} catch (error) {
  if (error instanceof SundryError) refusal = \`\${error.status} \${error.message}\`;
}
console.log(JSON.stringify([hash.length, usage.count, picture.data.type, refusal]));
`;
    await writeFile(join(folder, "good.ts"), program);
    await writeFile(
      join(folder, "bad.ts"),
      program.replace('{ text: "abc" }', "{ text: 5 }").replace("hash: string", "hash: number"),
    );
    const tsc = join(root, "test", "node_modules", "typescript", "bin", "tsc");
    const flags =
      "--strict --target es2023 --module nodenext --lib es2023,dom --noEmitOnError".split(" ");
    await run(process.execPath, [tsc, ...flags, "good.ts"], { cwd: folder });
    const { stdout } = await run(process.execPath, ["good.js"], { cwd: folder });
    assert.deepEqual(JSON.parse(stdout), [64, 1, "image/png", "422 text must not be empty"]);
    await assert.rejects(
      run(process.execPath, [tsc, ...flags, "bad.ts"], { cwd: folder }),
      (error) => {
        const { stdout: complaints } = error as { stdout: string };
        assert.match(
          complaints,
          /^bad\.ts\(4,.*\n.*\n.*'number' is not assignable to type 'string'/m,
        );
        assert.match(complaints, /^bad\.ts\(5,.*'string' is not assignable to type 'number'/m);
        return true;
      },
    );
  });

  it("the types of the npm package's client are cheap to check and reject inputs without a required choice", async () => {
    const program = `
import { createClient } from "sundry/client";
const client = createClient({ url: "http://127.0.0.1" });
const invoice = { from: { name: "a" }, to: { name: "b" }, items: [{ description: "c", quantity: 1, rate: 1 }] };
export const answers = [
  client.json("invoice", invoice, { query: { format: "json" } }),
  client.json("qr", { text: "a", format: "png" }),
  client.json("barcode", { type: "ean13", text: "950600013435" }),
  client.json("pdf", { markdown: "a" }),
];
export const outputs = [
  client.json("invoice", invoice),
  client.json("invoice", invoice, { query: { format: "pdf" } }),
  client.json("qr", { text: "a" }),
  client.json("qr", { text: "a", format: "svg" }),
  client.json("code-image", { code: "a", language: "js" }),
];
export const refused = [
  client.json("hash", {}),
  client.file("qr", { format: "svg" }),
  client.json("invoice", { from: { name: "a" }, to: { name: "b" } }),
];
`;
    await writeFile(join(folder, "inputs.ts"), program);
    const flags = "--strict --target es2023 --module nodenext --lib es2023,dom --noEmit".split(" ");
    const tsc = join(root, "test", "consumers", "node_modules", "typescript", "bin", "tsc");
    const compile = run(process.execPath, [tsc, ...flags, "--extendedDiagnostics", "inputs.ts"], {
      cwd: folder,
    });
    await assert.rejects(compile, (error) => {
      const { stdout } = error as { stdout: string };
      const lines = [...stdout.matchAll(/^inputs\.ts\((\d+)/gm)].map(([, line]) => Number(line));
      assert.deepEqual([...new Set(lines)], [19, 20, 21], stdout);
      assert.ok(Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1]) < 150_000, stdout);
      return true;
    });
  });
});
