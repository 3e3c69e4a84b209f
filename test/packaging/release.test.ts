import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { listEmbedded } from "#scripts/release/embedded-licenses.mjs";
import { root } from "../support/server.ts";

const run = promisify(execFile);
const npm = { cwd: root, shell: process.platform === "win32" };

/** Runs a script of the release and returns what it computes. */
async function compute(script: string, name: string): Promise<string> {
  const code = `import { ${name} } from "./scripts/release/${script}"; process.stdout.write(${name}());`;
  const flags = ["--input-type=module", "--eval", code];
  return (await run(process.execPath, flags, { cwd: root, maxBuffer: 10_000_000 })).stdout;
}

interface Component {
  name: string;
  version: string;
  purl: string;
  "bom-ref": string;
  licenses?: object[];
  hashes?: { content: string }[];
  components?: { name: string }[];
}

describe("a release", () => {
  it("a release has the licenses of everything that is bundled or shipped", async () => {
    const committed = await readFile(join(root, "THIRD-PARTY-NOTICES.txt"), "utf8");
    assert.equal(
      await compute("notices.mjs", "createNotices"),
      committed,
      "run node scripts/release/notices.mjs",
    );
    for (const name of ["libsql", "typescript"]) assert.ok(!committed.includes(`\n${name} `), name);
  });

  it("a release has the licenses of packages inside other packages' files", async () => {
    const committed = await readFile(join(root, "THIRD-PARTY-NOTICES.txt"), "utf8");
    const inside = {
      docx: ["jszip", "pako", "xml-js", "sax", "nanoid", "buffer", "ieee754"],
      "@modelcontextprotocol/server": ["ajv", "fast-uri"],
    };
    for (const [host, names] of Object.entries(inside)) {
      for (const name of names) assert.ok(committed.includes(`\n${name} (in ${host}, `), name);
    }
  });

  it("a release has the notices in the code of packages", async () => {
    const committed = await readFile(join(root, "THIRD-PARTY-NOTICES.txt"), "utf8");
    for (const holder of ["Terry Burton", "Sean Barrett", "Georges Menie", "Viva Republica"])
      assert.ok(committed.includes(holder), holder);
  });

  it("a package found inside another one without its license stops the release", () => {
    const docx = { name: "docx", version: "9.6.1", license: "MIT" };
    assert.ok(listEmbedded({ ...docx, contains: ["jszip"] }).length > 0);
    assert.throws(() => listEmbedded({ ...docx, contains: ["left-pad"] }), /left-pad/);
  });

  it("a release has a bill of materials that names each bundled and each installed package", async () => {
    const text = await compute("sbom.mjs", "createBillOfMaterials");
    assert.equal(text, await compute("sbom.mjs", "createBillOfMaterials"));
    const { components, bomFormat, specVersion, serialNumber, dependencies } = JSON.parse(text) as {
      bomFormat: string;
      specVersion: string;
      serialNumber: string;
      components: Component[];
      dependencies: { ref: string; dependsOn: string[] }[];
    };
    assert.deepEqual([bomFormat, specVersion], ["CycloneDX", "1.6"]);
    assert.match(serialNumber, /^urn:uuid:[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
    const names = new Set(components.map(({ name }) => name));
    for (const name of ["libsql", "@libsql/darwin-arm64", "undici", "zod", "preact"]) {
      assert.ok(names.has(name), name);
    }
    assert.ok(!names.has("typescript"));
    const docx = components.find(({ name }) => name === "docx");
    assert.ok(docx?.components?.some(({ name }) => name === "jszip"));
    for (const { name, licenses, hashes } of components) {
      assert.ok(licenses, name);
      assert.match(hashes?.[0]?.content ?? "", /^[0-9a-f]{128}$/, name);
    }
    const known = new Set(components.map((one) => one["bom-ref"]));
    for (const ref of dependencies[0]?.dependsOn ?? []) assert.ok(known.has(ref), ref);
  });

  it("a release's tarball has the same bytes each time", async () => {
    const tarballs = await Promise.all(
      ["one", "two"].map(async () => {
        const folder = await mkdtemp(join(tmpdir(), "sundry-release-"));
        const flags = ["--ignore-scripts", "--json", "--pack-destination", folder];
        const { stdout } = await run("npm", ["pack", ...flags], npm);
        await rm(folder, { recursive: true });
        const [{ integrity }] = JSON.parse(stdout) as [{ integrity: string }];
        return integrity;
      }),
    );
    assert.equal(tarballs[0], tarballs[1]);
  });

  it("the changelog describes a release under its version", async () => {
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
      version: string;
    };
    const changelog = await readFile(join(root, "CHANGELOG.md"), "utf8");
    assert.match(changelog, new RegExp(`^## \\[${version.replaceAll(".", "\\.")}\\]`, "m"));
  });
});
