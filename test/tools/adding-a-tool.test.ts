import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { connectTo } from "../support/mcp.ts";
import { type RunningServer, root, startServer } from "../support/server.ts";

const run = promisify(execFile);

/** Path of a copy of the parts of the repository that a build needs. */
let copy: string;
let server: RunningServer;
before(async () => {
  copy = await mkdtemp(join(tmpdir(), "sundry-adding-"));
  const files = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.base.json"];
  for (const name of ["src", "test", "scripts", ...files]) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: isOurs });
  }
  // Copies the build, so that only new files are compiled.
  cpSync(join(root, "dist"), join(copy, "dist"), { recursive: true });
  for (const name of [
    "node_modules",
    "test/node_modules",
    "fees",
    "fonts",
    "grammars",
    "rates",
    "rules",
  ]) {
    await symlink(join(root, name), join(copy, name));
  }
  await follow(await readFile(join(root, "examples", "adding-a-tool.md"), "utf8"));
  await checkTypes();
  for (const script of ["transpile.mjs", "bundle-server.mjs"]) {
    await run(process.execPath, [join(copy, "scripts", "build", script), "--test"]);
  }
  server = await startServer({}, copy);
});
after(async () => {
  await server?.stop();
  await rm(copy, { recursive: true });
});

/** The packages of tests are 300 MB, so they are not copied. */
function isOurs(file: string): boolean {
  return basename(file) !== "node_modules";
}

/**
 * Applies the steps of the document: each named block becomes a file, or is added to an existing
 * one.
 */
async function follow(text: string): Promise<void> {
  const blocks = [...text.matchAll(/^`([\w./-]+)`\n\n```(ts|diff)\n(.*?)^```/gms)];
  assert.equal(blocks.length, 5);
  for (const [, path = "", kind, content = ""] of blocks) {
    const file = join(copy, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, kind === "ts" ? content : patch(await readFile(file, "utf8"), content));
  }
}

/** Returns the file with the added lines, each after the line before it, or at the top. */
function patch(file: string, changes: string): string {
  const lines = file.split("\n");
  let at = 0;
  for (const change of changes.trimEnd().split("\n")) {
    const line = change.slice(1);
    if (change.startsWith("+")) lines.splice(at, 0, line);
    else at = lines.indexOf(line) + 1;
    assert.ok(at > 0 || change.startsWith("+"), `the file has the line: ${line}`);
  }
  return lines.join("\n");
}

/**
 * Compiles the files of the tool and what they import. The types of all other tools take five times
 * as long.
 */
async function checkTypes(): Promise<void> {
  const config = {
    extends: "./tsconfig.base.json",
    compilerOptions: {
      composite: false,
      rootDir: ".",
      outDir: "types",
      // The declarations of the build are those of the other tools only.
      paths: { "#src/*": ["./src/*"] },
    },
    files: ["src/tools/roman/tool.ts", "test/tools/roman.test.ts"],
  };
  await writeFile(join(copy, "tsconfig.roman.json"), JSON.stringify(config));
  const tsc = join(root, "test", "node_modules", "typescript", "bin", "tsc");
  await run(process.execPath, [tsc, "-p", "tsconfig.roman.json"], { cwd: copy });
}

async function ask(body: string): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${server.url}/api/v1/roman`, { method: "POST", headers, body });
  return [response.status, await response.json()];
}

/** Runs tests of the copy. Returns their output. */
async function runTests(args: readonly string[]): Promise<string> {
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
  const flags = ["--test", "--test-reporter=tap", ...args];
  return (await run(process.execPath, flags, { cwd: join(copy, "dist", "test"), env })).stdout;
}

describe("a tool added by the steps of examples/adding-a-tool.md", () => {
  const expected = { numeral: "MMXXVI" };

  it("the tool of examples/adding-a-tool.md passes its own tests and the tests of every tool", async () => {
    const own = await runTests(["tools/roman.test.js"]);
    assert.match(own, /^# fail 0$/m);
    // The tests of each other tool pass in the suite itself.
    const pattern = "--test-name-pattern=^roman: |every tool|one tool each";
    const shared = await runTests([pattern, "tools/registry.test.js", "client/sdk.test.js"]);
    assert.match(shared, /roman: the example is a valid input\nok/);
    assert.match(shared, /^# pass 9$/m);
    assert.match(shared, /^# fail 0$/m);
  });

  it("the tool of examples/adding-a-tool.md responds over HTTP and validates its input", async () => {
    assert.deepEqual(await ask('{"number":2026}'), [200, expected]);
    assert.deepEqual(await ask('{"number":0}'), [422, { error: "number must be at least 1" }]);
  });

  it("the tool of examples/adding-a-tool.md responds over MCP", async () => {
    const { client, call } = await connectTo(server.url, "auto", "192.0.2.1");
    assert.deepEqual((await call("roman", { number: 2026 })).structuredContent, expected);
    await client.close();
  });

  it("the tool of examples/adding-a-tool.md runs on the command line", async () => {
    const sundry = join(copy, "dist", "bundle", "sundry.js");
    const { stdout } = await run(process.execPath, [sundry, "roman", "--number", "2026"]);
    assert.deepEqual(JSON.parse(stdout), expected);
    const help = await run(process.execPath, [sundry, "roman", "--help"]);
    assert.match(help.stdout, /Converts a number to a Roman numeral\./);
  });

  it("the tool of examples/adding-a-tool.md has a page and is listed on the home page", async () => {
    const home = await (await fetch(server.url)).text();
    assert.match(home, /\/tools\/roman"/);
    const page = await (await fetch(`${server.url}/tools/roman`)).text();
    assert.match(page, /Roman numeral/);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const sent = await fetch(`${server.url}/tools/roman`, {
      method: "POST",
      headers,
      body: "number=2026",
    });
    assert.match(await sent.text(), /MMXXVI/);
  });

  it("the tool of examples/adding-a-tool.md is in the OpenAPI document and the client's types", async () => {
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, unknown>;
    };
    assert.ok("/api/v1/roman" in document.paths);
    // The client's types are those of the list of tools, in which the other tests find it.
    const types = join(copy, "types", "src", "tools", "roman", "tool.d.ts");
    assert.match(await readFile(types, "utf8"), /TypedTool<"roman"/);
  });
});
