import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { promisify } from "node:util";
import { listOperations, type Operation } from "#src/web/docs/operations.js";
import { toSampleRequest } from "#src/web/docs/samples.js";
import { listSamples } from "#src/web/tool/samples/list-samples.js";
import type { SampleRequest } from "#src/web/tool/samples/request.js";
import { createGuide } from "#scripts/docs/languages.mjs";
import { findSkipReason } from "../support/needs.ts";
import { type RunningServer, root, startServer } from "../support/server.ts";

const run = promisify(execFile);

interface Language {
  extension: string;
  /** Runs the files that follow in their order, and ends with an error at the first that fails. */
  command: string[];
  /** Succeeds where the language and what its samples need is installed. */
  version: string;
}

const LANGUAGES: Record<string, Language> = {
  fetch: {
    extension: "mjs",
    command: [
      process.execPath,
      "--input-type=module",
      "--eval=for (const file of process.argv.slice(1)) await import(file)",
    ],
    version: `${process.execPath} --version`,
  },
  // Debian's, because that has the package.
  python: {
    extension: "py",
    command: [
      "/usr/bin/python3",
      "-c",
      "import runpy, sys\nfor file in sys.argv[1:]: runpy.run_path(file)",
    ],
    version: "/usr/bin/python3 -m requests.help",
  },
  php: {
    extension: "php",
    command: ["php", "-r", "foreach (array_slice($argv, 1) as $file) include $file;", "--"],
    version: "php --re curl",
  },
  ruby: {
    extension: "rb",
    command: ["ruby", "-e", "ARGV.each { |file| load file }"],
    version: "ruby --version",
  },
  go: { extension: "go", command: ["go", "run"], version: "go version" },
};

const KEY = "it's-a-key";

/** Texts and numbers that languages quote or write in their own way. */
const BODY = {
  text: `'"\\ $HOME #{1} #$0 {x} \`raw\` %s é 漢字 😀\n\t\r\u0000 end`,
  "x-name with $igns": true,
  empty: { object: {}, list: [] },
  numbers: [0, -1, 0.1, 3_000_000_000, 1e21],
  nested: [{ a: null }, ["b", false]],
};

/** Returns a request in a language. */
function formatSample(language: string, request: SampleRequest): string {
  const options = { command: "", resultUrl: undefined, link: "", title: "" };
  const sample = listSamples(request, options).find(({ id }) => id === language);
  assert.ok(sample, language);
  return sample.code;
}

async function createFolder(test: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sundry-language-"));
  test.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** Runs samples in a folder. Rejects when one fails. */
async function runSamples(name: string, folder: string, requests: readonly SampleRequest[]) {
  const { extension, command } = LANGUAGES[name] as Language;
  const files = requests.map((_, index) => `./sample${index}.${extension}`);
  for (const [index, request] of requests.entries())
    await writeFile(join(folder, files[index] ?? ""), formatSample(name, request));
  const [program = "", ...words] = command;
  const env = { ...process.env, SUNDRY_API_KEY: KEY };
  return run(program, [...words, ...files], { cwd: folder, env });
}

describe("samples in each language", () => {
  let server: RunningServer;
  let operations: Operation[];
  const site = () => ({ origin: server.url, requiresKey: false });
  const post = (path: string, input: object): SampleRequest => ({
    method: "POST",
    url: server.url + path,
    input,
    accept: undefined,
    file: undefined,
  });
  before(async () => {
    server = await startServer({ OFFLINE: "true" });
    const response = await fetch(`${server.url}/openapi.json`);
    operations = listOperations((await response.json()) as object);
  });
  after(() => server.stop());

  /** Lists the requests of the tools that need no network, each with a file of its own. */
  const listToolRequests = () =>
    operations
      .filter(({ tag, id }) => tag === "Tools" && !id.startsWith("carbon"))
      .map((operation) => {
        const request = toSampleRequest(site(), operation);
        const { file } = request;
        return Object.assign(request, { file: file?.replace("result", operation.id) });
      });

  for (const [name, { version }] of Object.entries(LANGUAGES)) {
    describe(name, { skip: findSkipReason(version) }, () => {
      it("sends the body and the key of the environment, and prints JSON", async (test) => {
        const request = { ...post(`/api/v1/webhook/${name}`, BODY), needsKey: true };
        const { stdout } = await runSamples(name, await createFolder(test), [request]);
        assert.match(stdout, /received/);
        const response = await fetch(`${server.url}/api/v1/webhook/${name}`);
        const { payloads } = (await response.json()) as {
          payloads: { bodyJson: unknown; headers: Record<string, string> }[];
        };
        assert.deepEqual(payloads[0]?.bodyJson, BODY);
        assert.equal(payloads[0]?.headers["x-api-key"], KEY);
      });

      it("writes a binary result to its file, and runs the example of every tool", async (test) => {
        const folder = await createFolder(test);
        const url = `${server.url}/api/v1/qr?text=a%26b&format=png`;
        const picture = { method: "GET", url, accept: "image/png", file: "code.png" };
        // Each costs Go a second of compiling.
        const requests = name === "go" ? [] : listToolRequests();
        await runSamples(name, folder, [picture, ...requests]);
        const expected = Buffer.from(await (await fetch(url)).arrayBuffer());
        assert.deepEqual(await readFile(join(folder, "code.png")), expected);
        for (const { file } of requests)
          if (file !== undefined) assert.ok((await stat(join(folder, file))).size > 100, file);
      });

      it("fails with the server's sentence", async (test) => {
        const samples = runSamples(name, await createFolder(test), [post("/api/v1/hash", {})]);
        await assert.rejects(samples, /422.*text is required/s);
      });
    });
  }

  it(
    "Go accepts the samples of all operations, which are formatted as gofmt does",
    { skip: findSkipReason("go version") },
    async (test) => {
      const folder = await createFolder(test);
      await writeFile(join(folder, "go.mod"), "module samples\n");
      const shapes = new Map<string, string>();
      for (const operation of operations) {
        const request = toSampleRequest(site(), operation);
        await mkdir(join(folder, operation.id));
        const code = formatSample("go", request);
        await writeFile(join(folder, operation.id, "main.go"), `${code}\n`);
        // Programs that differ in their texts alone need no compiler each.
        const shape = [request.method, request.reads, request.file, request.input && "body"].join();
        shapes.set(shape, `./${operation.id}`);
      }
      const { stdout } = await run("gofmt", ["-l", "."], { cwd: folder });
      assert.equal(stdout, "");
      await run("go", ["vet", ...shapes.values()], { cwd: folder });
    },
  );
});

it("the guide has the samples that pages show", async () => {
  const guide = await readFile(join(root, "docs", "guides", "languages.md"), "utf8");
  assert.equal(guide, createGuide());
});
