import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { after, before, describe, it } from "node:test";
import { EXAMPLE } from "#src/tools/einvoice-read/example.js";
import { BUSINESS_CASES } from "../documents/support/invoices.ts";
import { waitUntil } from "../support/eventually.ts";
import { connectTo, type Mode } from "../support/mcp.ts";
import { postJson } from "../support/post.ts";
import { type RunningServer, startServer } from "../support/server.ts";

/** An embedded file. */
interface Resource {
  mimeType: string;
  blob: string;
}

const ENVIRONMENT = {
  TRUST_PROXY: "1",
  LOG_LEVEL: "info",
  FETCH_ALLOW_CIDRS: "127.0.0.0/8",
  FETCH_ALLOW_PORTS: "*",
};

let server: RunningServer;
before(async () => (server = await startServer(ENVIRONMENT)));
after(() => server.stop());

const connect = (mode: Mode, address: string, url = server.url) => connectTo(url, mode, address);

async function readUsage(address: string): Promise<number> {
  const response = await fetch(`${server.url}/healthz`, {
    headers: { "x-forwarded-for": address },
  });
  return Number(response.headers.get("x-usage-count"));
}

for (const mode of ["auto", "legacy"] as const) {
  describe(`MCP (${mode})`, () => {
    const address = mode === "auto" ? "192.0.2.1" : "192.0.2.2";

    it("the MCP server negotiates the client's protocol revision", async () => {
      const { client } = await connect(mode, address);
      const revision = client.getNegotiatedProtocolVersion();
      assert.equal(revision, mode === "auto" ? "2026-07-28" : "2025-11-25");
      await client.close();
    });

    it("the MCP server lists every tool of the API with schemas and an example", async () => {
      const { client } = await connect(mode, address);
      const { tools } = await client.listTools();
      const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
        paths: Record<string, Record<string, { tags?: string[]; operationId: string }>>;
      };
      const expected = Object.values(document.paths)
        .flatMap((item) => Object.values(item))
        .filter(({ tags }) => tags?.includes("Tools"))
        .map(({ operationId }) => operationId.replace(/(-get)?(-\d+)?$/, ""));
      for (const name of new Set(expected)) {
        const tool = tools.find((one) => one.name === name);
        assert.ok(tool, name);
        assert.ok(tool.title && tool.description, name);
        assert.equal(tool.inputSchema.type, "object");
        assert.equal((tool.inputSchema["examples"] as object[]).length, 1, name);
        assert.equal(tool.outputSchema?.["type"], "object");
      }
      await client.close();
    });

    it("every tool's result for its example matches its output schema", async () => {
      const { client, call } = await connect(mode, `${address}1`);
      const { tools } = await client.listTools();
      for (const { name, inputSchema } of tools) {
        const [example] = (inputSchema["examples"] ?? []) as Record<string, unknown>[];
        // These fetch from the network or need a captured record, which other tests have.
        if (!example || /^(carbon-footprint|inbox_verify)/.test(name)) continue;
        // The client checks structuredContent against the listed schema.
        const answer = await call(name, example);
        assert.ok(!answer.isError, `${name}: ${answer.content[0]?.text}`);
        assert.ok(answer.structuredContent && answer.content[0], name);
      }
      await client.close();
    });

    it("PNG images are returned as image content", async () => {
      const { client, call } = await connect(mode, address);
      const { content } = await call("code-image", { code: "let a = 1;", language: "js" });
      assert.equal(content[0]?.type, "image");
      assert.equal(content[0]?.mimeType, "image/png");
      assert.ok(
        Buffer.from(content[0]?.data ?? "", "base64")
          .subarray(1, 4)
          .equals(Buffer.from("PNG")),
      );
      await client.close();
    });

    it("files that are not images are embedded as resources", async () => {
      const { client, call } = await connect(mode, `${address}2`);
      const { content, isError } = await call("pdf", { markdown: "# Hello" });
      assert.ok(!isError, content[0]?.text);
      const { type, resource } = content[0] as { type: string; resource?: Resource };
      assert.deepEqual([type, resource?.mimeType], ["resource", "application/pdf"]);
      assert.equal(Buffer.from(resource?.blob ?? "", "base64").toString("latin1", 0, 5), "%PDF-");
      await client.close();
    });

    it("a chosen text format is returned as text", async () => {
      const { client, call } = await connect(mode, `${address}3`);
      const { tools } = await client.listTools();
      for (const [name, format, start] of [
        ["invoice", "html", "<!doctype html>"],
        ["invoice", "json", '{"invoiceNumber"'],
        ["contract-generator", "markdown", "# "],
        ["contract-generator", "html", "<!doctype html>"],
      ] as const) {
        const example = tools.find((tool) => tool.name === name)?.inputSchema[
          "examples"
        ] as object[];
        const { content } = await call(name, { ...example[0], format });
        assert.equal(content[0]?.text?.slice(0, start.length).toLowerCase(), start.toLowerCase());
      }
      const { content } = await call("invoice", {
        ...BUSINESS_CASES["one rate"],
        format: "xrechnung",
      });
      assert.match(content[0]?.text ?? "", /^<\?xml/);
      await client.close();
    });

    it("tools that reach hosts of the caller's choice are marked, and every argument is described", async () => {
      const { client } = await connect(mode, address);
      const { tools } = await client.listTools();
      const open = tools.filter(({ annotations }) => annotations?.openWorldHint);
      assert.deepEqual(
        open.map(({ name }) => name),
        ["carbon-footprint", "carbon-footprint-badge", "batch"],
      );
      for (const { name, inputSchema } of tools) {
        for (const [member, schema] of Object.entries(inputSchema.properties ?? {})) {
          assert.ok((schema as { description?: string }).description, `${name}: ${member}`);
        }
      }
      await client.close();
    });

    it("invalid input gets the HTTP API's sentence", async () => {
      const { client, call } = await connect(mode, address);
      const input = { items: [{ description: "x", quantity: "1", rate: 1 }], taxRate: 101 };
      const overHttp = await postJson(`${server.url}/api/invoice`, input);
      const { error } = (await overHttp.json()) as { error: string };
      assert.match(error, /items\[0\]\.quantity must be a number/);
      const answer = await call("invoice", input);
      assert.deepEqual([answer.isError, answer.content[0]?.text], [true, error]);
      await client.close();
    });

    it("an unknown MCP tool is rejected", async () => {
      const { client, call } = await connect(mode, address);
      await assert.rejects(call("nothing", {}), /there is no tool nothing/);
      await client.close();
    });
  });
}

it("the list of MCP tools has no hints of our own pages", async () => {
  const { client } = await connect("auto", "192.0.2.3");
  assert.doesNotMatch(JSON.stringify(await client.listTools()), /"x-/);
  await client.close();
});

describe("a canceled call", () => {
  /** A page whose image never arrives. */
  let site: Server;
  const open = new Set<Socket>();
  let isWaiting = false;
  before(async () => {
    site = createServer(({ url }, response) => {
      if (url === "/") response.setHeader("content-type", "text/html").end('<img src="/never">');
      else isWaiting = true;
    });
    site.on("connection", (socket) => open.add(socket.on("close", () => open.delete(socket))));
    await once(site.listen(0, "127.0.0.1"), "listening");
  });
  after(() => {
    site.closeAllConnections();
    site.close();
  });

  const send = (surface: string, signal: AbortSignal) => {
    const { port } = site.address() as AddressInfo;
    const input = { url: `http://127.0.0.1:${port}/` };
    const params = { name: "carbon-footprint", arguments: input };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const [path, body] =
      surface === "MCP" ? ["/mcp", message] : ["/api/v1/carbon-footprint", input];
    const accept = "application/json, text/event-stream";
    return fetch(server.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", accept },
      body: JSON.stringify(body),
      signal,
    });
  };

  for (const surface of ["MCP", "HTTP"]) {
    it(`a canceled ${surface} call ends the fetches of its tool`, async () => {
      isWaiting = false;
      const cancel = new AbortController();
      const call = send(surface, cancel.signal);
      await waitUntil(() => isWaiting);
      const canceledAt = performance.now();
      cancel.abort();
      await assert.rejects(call, { name: "AbortError" });
      await waitUntil(() => open.size === 0);
      // The timeout of a fetch, which closes its socket too, is 10 s.
      assert.ok(performance.now() - canceledAt < 5_000);
    });
  }
});

describe("MCP limits", () => {
  it("MCP calls count toward usage, and no other messages do", async () => {
    const { client, call } = await connect("auto", "198.51.100.10");
    await client.listTools();
    assert.equal(await readUsage("198.51.100.10"), 0);
    await call("invoice", {});
    await call("invoice", {});
    assert.equal(await readUsage("198.51.100.10"), 2);
    await client.close();
  });

  it("MCP calls of a tool share its per-minute limit with its path", async () => {
    const address = "198.51.100.11";
    const { client, call } = await connect("auto", address);
    const post = () =>
      postJson(`${server.url}/api/v1/code-image`, {}, { "x-forwarded-for": address });
    for (let sent = 0; sent < 29; sent++) await (await post()).arrayBuffer();
    assert.match((await call("code-image", {})).content[0]?.text ?? "", /^code is required/);
    const { isError, content } = await call("code-image", {});
    assert.equal(isError, true);
    assert.match(
      content[0]?.text ?? "",
      /^At most 30 requests a minute to this path. Try again in/,
    );
    assert.equal((await post()).status, 429);
    await client.close();
  });

  it("MCP calls above the daily limit are rejected with ENFORCE_LIMIT", async () => {
    const strict = await startServer({ TRUST_PROXY: "1", ENFORCE_LIMIT: "true" });
    const { client, call } = await connect("auto", "198.51.100.12", strict.url);
    for (let sent = 0; sent < 100; sent++) await call("invoice", {});
    const { content } = await call("invoice", {});
    assert.match(content[0]?.text ?? "", /^The daily limit of 100 requests is used up/);
    await client.close();
    await strict.stop();
  });

  it("MCP batches and GET are rejected with the common headers", async () => {
    const url = `${server.url}/mcp`;
    const batch = await postJson(url, []);
    assert.equal(batch.status, 400);
    assert.match(await batch.text(), /Batches are not supported/);
    const get = await fetch(url);
    assert.deepEqual([get.status, get.headers.get("allow")], [405, "OPTIONS, POST"]);
    assert.equal(get.headers.get("access-control-allow-origin"), "*");
    assert.equal(get.headers.get("x-usage-limit"), "100");
  });
});

describe("MCP: formats of a reply", () => {
  it("a text is the part of the output that the format chooses", async () => {
    const { client, call } = await connect("auto", "192.0.2.78");
    const result = await call("einvoice-read", { xml: EXAMPLE, format: "invoice" });
    const { invoice } = result.structuredContent as { invoice: object };
    assert.deepEqual(JSON.parse(result.content[0]?.text ?? ""), invoice);
    await client.close();
  });
});

describe("MCP: long lists", () => {
  it("a text has the first 50 messages about an invoice, structuredContent all", async () => {
    const { client, call } = await connect("auto", "192.0.2.77");
    const line = /<cac:InvoiceLine>[^]*<\/cac:InvoiceLine>/.exec(EXAMPLE)?.[0] ?? "";
    const lines = line.replace("<cbc:ID>1</cbc:ID>", "").repeat(60);
    const result = await call("einvoice-read", { xml: EXAMPLE.replace(line, lines) });
    const text = JSON.parse(result.content[0]?.text ?? "") as { messages: unknown[] };
    const { messages } = result.structuredContent as { messages: unknown[] };
    assert.equal(text.messages.length, 50);
    assert.ok(messages.length >= 60);
    assert.deepEqual(text.messages, messages.slice(0, 50));
    await client.close();
  });
});
