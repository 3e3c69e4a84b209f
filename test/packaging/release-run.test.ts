import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createMcpBundle } from "#scripts/release/mcp-bundle.mjs";
import { root } from "../support/server.ts";
import { measureFolder } from "./measure-folder.ts";

const run = promisify(execFile);

/** The official program for bundles. */
const MCPB = join(root, "test", "consumers", "node_modules", "@anthropic-ai/mcpb/dist/cli/cli.js");

/** Members of the report of `npm pack --json`. */
interface Packed {
  filename: string;
  files: { path: string }[];
}

interface ServerDescription {
  name: string;
  version: string;
  description: string;
  packages: object[];
}

interface Manifest {
  server: { mcp_config: { command: string; args: string[] } };
  tools: object[];
  prompts: { name: string }[];
}

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

  it("scripts/release.mjs makes a tarball and a bundle of the same bytes as a build elsewhere at another time", async () => {
    // Files of earlier builds of this repository do not belong to a package.
    await run(process.execPath, [join(root, "scripts", "release", "sweep.mjs")]);
    const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
    const { stdout } = await run("npm", pack, { cwd: root });
    const [{ filename, files }] = JSON.parse(stdout) as [Packed];
    const tarballs = await Promise.all(
      [folder, made].map((place) => readFile(join(place, filename))),
    );
    assert.ok(tarballs[0]?.equals(tarballs[1] ?? Buffer.alloc(0)));
    const bundle = createMcpBundle(files.map(({ path }) => path));
    assert.ok(bundle.equals(await readFile(join(made, filename.replace(/tgz$/, "mcpb")))));
  });

  it("server.json of a release has the checksum of the bundle", async () => {
    const { mcpName, version } = await readJson<{ mcpName: string; version: string }>(
      join(root, "package.json"),
    );
    const committed = await readJson<ServerDescription>(join(root, "server.json"));
    assert.deepEqual([committed.name, committed.version], [mcpName, version]);
    assert.ok(committed.description.length <= 100);
    assert.deepEqual(committed.packages, [
      {
        registryType: "npm",
        identifier: "sundry",
        version,
        transport: { type: "stdio" },
        packageArguments: [{ type: "positional", value: "mcp" }],
      },
    ]);
    const bundle = `sundry-${version}.mcpb`;
    const hashes = new Map(await hashFiles(made));
    const released = await readJson<ServerDescription>(join(made, "server.json"));
    assert.deepEqual(released, {
      ...committed,
      packages: [
        ...committed.packages,
        {
          registryType: "mcpb",
          identifier: bundle,
          version,
          fileSha256: hashes.get(bundle),
          transport: { type: "stdio" },
        },
      ],
    });
  });

  it("the bundle is valid, and starts anywhere with an empty environment", async () => {
    const file = (await readdir(made)).find((name) => name.endsWith(".mcpb")) ?? "";
    assert.ok((await stat(join(made, file))).size <= 25 * 1024 ** 2);
    const unpacked = join(folder, "unpacked bundle");
    const shared = join(folder, "shared");
    await mkdir(shared);
    await run(process.execPath, [MCPB, "unpack", join(made, file), unpacked]);
    await run(process.execPath, [MCPB, "validate", join(unpacked, "manifest.json")]);
    const paths = await readdir(unpacked, { recursive: true });
    assert.deepEqual(
      paths.filter((path) => /\.(node|so|dll|dylib)$|node_modules/.test(path)),
      [],
    );
    const manifest = await readJson<Manifest>(join(unpacked, "manifest.json"));
    const { command, args } = manifest.server.mcp_config;
    assert.equal(command, "node");
    const words = args.map((word) =>
      word.replace("${__dirname}", unpacked).replace("${user_config.folder}", shared),
    );
    const client = new Client({ name: "test", version: "1" });
    const transport = { command: process.execPath, args: words, env: {}, cwd: tmpdir() };
    await client.connect(new StdioClientTransport(transport));
    const { tools } = await client.listTools();
    const { prompts } = await client.listPrompts();
    const call = { name: "qr", arguments: { text: "a", saveTo: "a.svg" } };
    const { isError } = await client.callTool(call);
    await client.close();
    assert.ok(!isError);
    assert.match(await readFile(join(shared, "a.svg"), "utf8"), /<svg/);
    assert.deepEqual(
      manifest.tools,
      tools.map(({ name, description }) => ({ name, description })),
    );
    assert.deepEqual(
      manifest.prompts.map(({ name }) => name),
      prompts.map(({ name }) => name),
    );
  });

  it("scripts/release.mjs makes the tarball, the MCP bundle, the container's file, notices, a bill of materials and checksums", async () => {
    const names = (await readdir(made)).map((name) => name.replace(/\d+\.\d+\.\d+/, "VERSION"));
    assert.deepEqual(names.toSorted(), [
      "Dockerfile.release",
      "SHA256SUMS",
      "THIRD-PARTY-NOTICES.txt",
      "server.json",
      "sundry-VERSION.cdx.json",
      "sundry-VERSION.mcpb",
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

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, "utf8")) as T;
}

async function hashFiles(folder: string): Promise<[name: string, hash: string][]> {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      return [name, createHash("sha256").update(bytes).digest("hex")];
    }),
  );
}
