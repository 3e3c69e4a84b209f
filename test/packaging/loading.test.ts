import assert from "node:assert/strict";
import { isAscii } from "node:buffer";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { root, startServer } from "../support/server.ts";

const run = promisify(execFile);

let folder: string;
before(async () => (folder = await mkdtemp(join(tmpdir(), "sundry-loading-"))));
after(() => rm(folder, { recursive: true }));

function toDataUrl(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** Node options that make a process write the URL of every loaded module to a file. */
function watch(file: string): string {
  const hooks = `
    import { appendFileSync } from "node:fs";
    export async function resolve(name, context, next) {
      const found = await next(name, context);
      appendFileSync(${JSON.stringify(file)}, found.url + "\\n");
      return found;
    }`;
  const start = `import { register } from "node:module"; register(${JSON.stringify(toDataUrl(hooks))})`;
  return `--import=${toDataUrl(start)}`;
}

async function listPackages(file: string): Promise<Set<string>> {
  const found = (await readFile(file, "utf8")).matchAll(
    /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/.*$/gm,
  );
  return new Set([...found].map(([, name = ""]) => name));
}

it("a command loads only its own tool's packages", async () => {
  const file = join(folder, "command");
  const env = { ...process.env, NODE_OPTIONS: watch(file) };
  const sundry = join(root, "dist", "bundle", "sundry.js");
  await run(process.execPath, [sundry, "hash", "--text", "a"], { env });
  assert.match(await readFile(file, "utf8"), /bundle\/tool-/, "the watch works");
  assert.deepEqual([...(await listPackages(file))], []);
  assert.doesNotMatch(await readFile(file, "utf8"), /bundle\/(package|shared)-/);
  // Each further file costs a millisecond of about thirty.
  const files = (await readFile(file, "utf8")).match(/dist\/bundle\/.*$/gm) ?? [];
  assert.ok(new Set(files).size <= 6, files.join("\n"));
});

it("a server loads rarely needed modules on demand", async (test) => {
  const file = join(folder, "server");
  const server = await startServer({ NODE_OPTIONS: watch(file) });
  test.after(() => server.stop());
  const early = await listPackages(file);
  // The driver of the store's thread, because all other packages are in the bundle.
  assert.deepEqual([...early], ["libsql"]);
  const later = /bundle\/(package|shared)-/;
  const loaded = await readFile(file, "utf8");
  assert.doesNotMatch(loaded, later);
  // Each file costs a start a third of a millisecond. A character outside Latin 1 doubles the
  // memory of a file's text, so all are escaped.
  const files = [...new Set(loaded.match(/^file:.*\/dist\/bundle\/.*$/gm))];
  assert.ok(files.length > 3 && files.length <= 20, files.join("\n"));
  for (const url of files) assert.ok(isAscii(await readFile(new URL(url))), url);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const headers = { "content-type": "application/json" };
  await (await fetch(`${server.url}/mcp`, { method: "POST", headers, body })).text();
  assert.match(await readFile(file, "utf8"), /bundle\/shared-modelcontextprotocol-server/);
});

it("the worker of large pages loads neither the server nor its packages", async () => {
  const bundle = pathToFileURL(join(root, "dist", "bundle", "/"));
  const loaded = new Set(["worker-web-server-render-render-task.js"]);
  for (const file of loaded) {
    const code = await readFile(new URL(file, bundle), "utf8");
    for (const [, name = ""] of code.matchAll(/(?:from |import\(|import )"\.\/([^"]+\.js)"/g)) {
      loaded.add(name);
    }
  }
  assert.ok(loaded.size > 40, "the parts of pages are followed");
  assert.deepEqual(
    [...loaded].filter((file) => file.startsWith("packages-")),
    [],
  );
});

/** Node options that make a process write the path of every rates file that it reads to a file. */
function watchRates(file: string): string {
  const start = `
    import fs, { appendFileSync } from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const read = fs.readFileSync;
    fs.readFileSync = (path, ...options) => {
      if (/[\\\\/]rates[\\\\/]/.test(path)) appendFileSync(${JSON.stringify(file)}, path + "\\n");
      return read(path, ...options);
    };
    syncBuiltinESMExports();`;
  return `--import=${toDataUrl(start)}`;
}

it("a server reads exchange rates with the first conversion", async () => {
  const file = join(folder, "rates");
  const server = await startServer({ NODE_OPTIONS: watchRates(file) });
  const headers = { "content-type": "application/json" };
  const post = async (path: string, body: object) => {
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    assert.equal((await fetch(`${server.url}${path}`, init)).status, 200);
  };
  await post("/api/v1/hash", { text: "a" });
  assert.equal((await fetch(`${server.url}/tools`)).status < 500, true);
  await assert.rejects(readFile(file), { code: "ENOENT" });
  await post("/api/v1/currency", { to: "USD" });
  assert.match(await readFile(file, "utf8"), /ecb-history\.br/);
  await server.stop();
});
