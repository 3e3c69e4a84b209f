import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { findSkipReason } from "./support/needs.ts";
import { type RunningServer, root, startServer } from "./support/server.ts";

const run = promisify(execFile);

/** Packages that conflict with ours. */
const packages = join(root, "test", "consumers", "node_modules");

/** Our compiler, which takes a tenth of the time of the one in those packages. */
const compiler = join(root, "test", "packages", "node_modules", "typescript", "bin", "tsc");

let folder: string;
let server: RunningServer;
let document: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "sundry-consumers-"));
  server = await startServer();
  document = await (await fetch(`${server.url}/openapi.json`)).text();
  await writeFile(join(folder, "openapi.json"), document);
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await symlink(packages, join(folder, "node_modules"));
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

describe("openapi-typescript", () => {
  const name = "openapi-typescript.ts";
  let empty: string;
  let printed: string;
  before(async () => {
    const example = await readFile(join(root, "examples", name), "utf8");
    empty = await mkdtemp(join(tmpdir(), "sundry-example-"));
    await writeFile(join(empty, name), example);
    // Skips the installation in the example, because its packages are installed already.
    await symlink(packages, join(empty, "node_modules"));
    const commands = [...example.matchAll(/^\/\/ {3}(.*)$/gm)]
      .map(([, line = ""]) => line.replace("http://127.0.0.1:3000", server.url))
      .filter((line) => !line.startsWith("npm install"));
    assert.equal(commands.length, 4);
    const types = join(root, "node_modules", "@types");
    const program = commands
      .join(" && ")
      // By our compiler. Skips the packages' own types, which the next test checks.
      .replace("npx tsc", `node '${compiler}' --typeRoots '${types}' --types node --skipLibCheck`)
      .replace("npx ", "node_modules/.bin/");
    printed = (await run("sh", ["-ec", program], { cwd: empty })).stdout;
  });
  after(() => rm(empty, { recursive: true }));

  it("openapi-typescript generates types with which the example runs by its own commands in an empty folder", () => {
    const stdout = printed.trimEnd().split("\n").at(-1) ?? "";
    assert.deepEqual(JSON.parse(stdout), {
      hash: ABC,
      cost: 67.5,
      today: "2",
      svg: "<svg",
      method: "POST",
      sentence: "text must not be empty",
    });
  });

  it("openapi-typescript generates types that reject what the server would reject", async () => {
    const program = `
import createClient from "openapi-fetch";
import type { paths } from "./sundry.d.ts";
const client = createClient<paths>();
void client.POST("/api/v1/meeting-cost", { body: {} });
void client.POST("/api/v1/hash", { body: { text: "a", algorithm: "crc" } });
void client.GET("/api/v1/webhook/{id}", {});
void client.PUT("/api/v1/hash", { body: { text: "a" } });
`;
    await writeFile(join(empty, "wrong.ts"), program);
    const flags =
      "--strict --target es2022 --module nodenext --allowImportingTsExtensions --noEmit --types node";
    const types = ["--typeRoots", join(root, "node_modules", "@types")];
    const words = [compiler, ...flags.split(" "), ...types, "wrong.ts"];
    const compile = run(process.execPath, words, { cwd: empty });
    await assert.rejects(compile, (error) => {
      const { stdout } = error as { stdout: string };
      const lines = [...stdout.matchAll(/^(\S+\.ts\(\d+)/gm)].map(([, line]) => line);
      assert.deepEqual(
        [...new Set(lines)],
        [5, 6, 7, 8].map((line) => `wrong.ts(${line}`),
        stdout,
      );
      return true;
    });
  });
});

/** A program with the client that @hey-api/openapi-ts writes into `client`. */
const HEY_API_PROGRAM = `
import { createClient } from "./client/client";
import { hash, meetingCost, qr, qrGet } from "./client";

async function main(): Promise<void> {
  const client = createClient({ baseUrl: process.argv[2] ?? "" });
  const { data } = await hash({ client, body: { text: "abc" } });
  const attendees = [{ hourlyRate: 90 }];
  const cost = await meetingCost({ client, body: { attendees, durationMinutes: 45 } });
  const picture = await qrGet({ client, query: { text: "abc" }, parseAs: "text" });
  const { response, error } = await qr({ client, body: { text: "" } });
  const svg = String(picture.data).slice(0, 4);
  const answers = { hash: data?.hash, cost: cost.data?.totalCost, svg, status: response?.status, error };
  console.log(JSON.stringify(answers));
}
void main();
`;

it("a client made by @hey-api/openapi-ts compiles and asks a running server", async () => {
  const generator = join(packages, "@hey-api", "openapi-ts", "bin", "run.js");
  const words = ["-i", "openapi.json", "-o", "client", "-c", "@hey-api/client-fetch"];
  await run(process.execPath, [generator, ...words], { cwd: folder });
  await writeFile(join(folder, "hey.ts"), HEY_API_PROGRAM);
  // Resolves modules as bundlers do, because the generated files import one another without
  // extensions.
  const flags =
    "--strict --target es2022 --lib es2023,dom,dom.iterable --module commonjs --moduleResolution bundler --types node --outDir out";
  const types = ["--typeRoots", join(root, "node_modules", "@types")];
  const compile = [compiler, ...flags.split(" "), "--skipLibCheck", ...types, "hey.ts"];
  await run(process.execPath, compile, { cwd: folder });
  await writeFile(join(folder, "out", "package.json"), '{ "type": "commonjs" }');
  const program = [join(folder, "out", "hey.js"), server.url];
  const { stdout } = await run(process.execPath, program, { cwd: folder });
  assert.deepEqual(JSON.parse(stdout), {
    hash: ABC,
    cost: 67.5,
    svg: "<svg",
    status: 422,
    error: { error: "text must not be empty" },
  });
});

it(
  "a Perl client made from the document asks a running server",
  { skip: findSkipReason("perl -MOpenAPI::Client -e 1") },
  async () => {
    // The library fetches the specification's own schema, so an empty one replaces it.
    const cache = join(folder, "cache");
    await mkdir(cache);
    const schema = "https://spec.openapis.org/oas/3.1/schema/2021-05-20";
    await writeFile(join(cache, createHash("md5").update(schema).digest("hex")), "{}");
    const env = { ...process.env, JSON_VALIDATOR_CACHE_PATH: cache };
    const program = join(root, "examples", "openapi-client.pl");
    const { stdout } = await run("perl", [program, server.url], { env });
    const { today, ...answers } = JSON.parse(stdout) as Record<string, unknown>;
    assert.ok(Number(today) > 0);
    assert.deepEqual(answers, {
      hash: ABC,
      cost: 67.5,
      svg: "<svg",
      method: "POST",
      sent: 1,
      refused: 400,
    });
  },
);

/** A folder or a request of a Postman collection. */
interface Item {
  name: string;
  item?: Item[];
  request?: {
    method: string;
    url: { path: string[]; query: { key: string; value: string }[] };
    body?: { raw?: string };
  };
}

/** The content of a request's body by media type. */
type Contents = Record<string, { example?: object }>;

it("Postman's own converter makes a collection of every operation, with the examples", async () => {
  const { convertV2 } = createRequire(join(packages, "x.js"))("openapi-to-postmanv2") as {
    convertV2(
      input: object,
      options: object,
      done: (error: Error | null, result: { output: [{ data: Item }] }) => void,
    ): void;
  };
  const options = { folderStrategy: "Tags", parametersResolution: "Example" };
  const collection = await new Promise<Item>((resolve, reject) => {
    convertV2({ type: "string", data: document }, options, (error, result) =>
      error ? reject(error) : resolve(result.output[0].data),
    );
  });
  const requests = listRequests(collection);
  const { paths } = JSON.parse(document) as {
    paths: Record<string, Record<string, { requestBody?: { content: Contents } }>>;
  };
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (method === "parameters") continue;
      const address = path.slice(1).replaceAll(/\{(\w+)\}/g, ":$1");
      const found = requests.find(
        ({ request }) =>
          request?.method === method.toUpperCase() && request.url.path.join("/") === address,
      )?.request;
      assert.ok(found, `${method} ${path}`);
      // The converter takes the first kind of content.
      const [[type, body] = []] = Object.entries(operation.requestBody?.content ?? {});
      if (body?.example && type === "application/json")
        assert.deepEqual(JSON.parse(found.body?.raw ?? ""), body.example, path);
    }
  }
  const qr = requests.find(({ request }) => request?.method === "GET" && request.url.query.length);
  assert.equal(qr?.request?.url.query[0]?.value, "https://example.com");
});

function listRequests(folderOrRequest: Item): Item[] {
  return folderOrRequest.item?.flatMap(listRequests) ?? [folderOrRequest];
}
