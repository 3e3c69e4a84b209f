import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { command } from "../support/cli.ts";
import { root, type RunningServer, startServer } from "../support/server.ts";

interface Result {
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
  content: { type: string; text?: string; uri?: string }[];
}

/** The members of the official client of the 1.x series that this test uses. */
interface EarlierClient {
  connect(transport: object): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: object }): Promise<Result>;
  listPrompts(): Promise<{ prompts: object[] }>;
  readResource(parameters: { uri: string }): Promise<{ contents: { text?: string }[] }>;
  complete(parameters: object): Promise<{ completion: { values: string[] } }>;
  close(): Promise<void>;
}

const PACKAGE = join(root, "test", "consumers", "node_modules", "@modelcontextprotocol", "sdk");

/** Imports a class of the 1.x package, which is installed apart from the 2.x one. */
async function load(file: string, name: string): Promise<new (...args: unknown[]) => object> {
  const url = pathToFileURL(join(PACKAGE, "dist", "esm", "client", `${file}.js`));
  const module = (await import(url.href)) as Record<string, new (...args: unknown[]) => object>;
  return module[name] ?? assert.fail(name);
}

let server: RunningServer;
before(async () => (server = await startServer()));
after(() => server.stop());

async function connect(transport: "http" | "stdio"): Promise<EarlierClient> {
  const Client = await load("index", "Client");
  const client = new Client({ name: "test", version: "1" }) as EarlierClient;
  if (transport === "http") {
    const Http = await load("streamableHttp", "StreamableHTTPClientTransport");
    await client.connect(new Http(new URL(`${server.url}/mcp`)));
  } else {
    const Stdio = await load("stdio", "StdioClientTransport");
    await client.connect(new Stdio({ command: process.execPath, args: [command, "mcp"] }));
  }
  return client;
}

for (const transport of ["http", "stdio"] as const) {
  describe(`the official 1.x client over ${transport}`, { timeout: 300_000 }, () => {
    let client: EarlierClient;
    before(async () => (client = await connect(transport)));
    after(() => client.close());

    it("the 1.x client lists and calls tools, whose results fit their output schemas", async () => {
      const { tools } = await client.listTools();
      assert.ok(tools.length >= 20);
      for (const [name, input] of [
        ["hash", { text: "hello", algorithm: "crc32" }],
        ["qr", { text: "a" }],
        [
          "invoice",
          {
            from: { name: "A" },
            to: { name: "B" },
            items: [{ description: "x", quantity: 1, rate: 1 }],
          },
        ],
      ] as const) {
        // The client checks results against the schema that it was listed.
        const result = await client.callTool({ name, arguments: input });
        assert.ok(!result.isError && result.structuredContent, name);
      }
      const wrong = await client.callTool({
        name: "hash",
        arguments: { text: "a", algorithm: "x" },
      });
      assert.equal(wrong.isError, true);
    });

    it("the 1.x client receives a large file as a link that it can read", async () => {
      const data = randomBytes(40_000).toString("base64");
      const attachments = [{ name: "a.bin", data, mediaType: "application/octet-stream" }];
      const { content } = await client.callTool({
        name: "pdf",
        arguments: { markdown: "# A", attachments },
      });
      const { type, uri = "" } = content[0] ?? assert.fail();
      assert.equal(type, "resource_link");
      const { contents } = await client.readResource({ uri });
      assert.equal(contents.length, 1);
    });

    it("the 1.x client reads guides, lists prompts and completes arguments", async () => {
      const { contents } = await client.readResource({ uri: "sundry://guides/mcp" });
      assert.match(contents[0]?.text ?? "", /^# Sundry for assistants/);
      assert.equal((await client.listPrompts()).prompts.length, 4);
      const ref = { type: "ref/prompt", name: "code-image" };
      const argument = { name: "language", value: "typesc" };
      const { completion } = await client.complete({ ref, argument });
      assert.deepEqual(completion.values, ["typescript"]);
    });
  });
}
