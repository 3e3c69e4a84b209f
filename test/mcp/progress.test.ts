import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it, mock } from "node:test";
import { Progress, startHeartbeat } from "#src/mcp/progress.js";
import { toMcpTool } from "#src/mcp/to-mcp-tool.js";
import { tools as definitions } from "#src/tools/index.js";
import type { ToolContext } from "#src/tools/tool-context.js";
import { connectTo, type Mode } from "../support/mcp.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { connectStdio, StdioProcess } from "../support/stdio.ts";

const ENVIRONMENT = { TRUST_PROXY: "1", FETCH_ALLOW_CIDRS: "127.0.0.0/8", FETCH_ALLOW_PORTS: "*" };
const FILES = 8;

let server: RunningServer;
let site: Server;
let siteUrl: string;
before(async () => {
  site = createServer(({ url = "" }, response) => {
    const images = Array.from({ length: FILES }, (_, index) => `<img src="${url}/${index}.png">`);
    const isPage = /^\/\w+$/.test(url);
    response.setHeader("content-type", isPage ? "text/html" : "image/png");
    response.end(isPage ? `<!doctype html><title>a</title>${images.join("")}` : "x");
  });
  await once(site.listen(0, "127.0.0.1"), "listening");
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  server = await startServer(ENVIRONMENT);
});
after(async () => {
  await server.stop();
  site.close();
});

type Client = Awaited<ReturnType<typeof connectTo>>["client"];

/** A transport, by what it hands on. */
interface Receiver {
  onmessage: (message: { method?: string; params?: { progress: number } }) => void;
}

/**
 * Calls a tool with a progress token. Returns the reports as they arrive: those that come in one
 * chunk with the result are not handed on by the client.
 */
async function watch(client: Client, name: string, args: Record<string, unknown>) {
  const received = mock.method(client.transport as unknown as Receiver, "onmessage");
  const startedAt = performance.now();
  const result = await client.callTool({ name, arguments: args }, { onprogress: () => {} });
  const seconds = (performance.now() - startedAt) / 1000;
  received.mock.restore();
  const messages = received.mock.calls.map(({ arguments: [message] }) => message);
  const reports = messages
    .filter((message) => message?.method === "notifications/progress")
    .map((message) => message?.params?.progress ?? NaN);
  assert.equal(result.isError, undefined, JSON.stringify(result.content));
  for (const [index, value] of reports.entries()) {
    assert.ok(index === 0 || value > (reports[index - 1] ?? Infinity), reports.join());
  }
  assert.ok(reports.length <= 10 * Math.ceil(seconds), `${reports.length} in ${seconds} s`);
  return reports;
}

function getHeartbeat(name: string) {
  const tool = definitions.find((definition) => definition.name === name) ?? assert.fail(name);
  return toMcpTool(tool, {} as ToolContext).heartbeatMs;
}

/** Returns the media type of the answer to a call with members of `_meta`. */
async function getAnswerType(meta: object, name: string, args: object) {
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const response = await fetch(`${server.url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args, _meta: { ...envelope, ...meta } },
    }),
  });
  await response.text();
  return response.headers.get("content-type");
}

describe("progress over MCP", { timeout: 300_000 }, () => {
  for (const transport of ["http", "stdio"] as const) {
    for (const mode of ["auto", "legacy"] as const satisfies Mode[]) {
      it(`a page of many files reports what was fetched (${transport}, ${mode})`, async (test) => {
        const { client } =
          transport === "http"
            ? await connectTo(server.url, mode, "198.51.100.7")
            : await connectStdio(mode, [], ENVIRONMENT);
        test.after(() => client.close());
        const url = `${siteUrl}/${transport}${mode}`;
        const reports = await watch(client, "carbon-footprint", { url });
        assert.ok(reports.length >= 2 && (reports.at(-1) ?? 0) >= FILES, reports.join());
        const plain = await watch(client, "hash", { text: "a" });
        assert.deepEqual(plain, []);
      });
    }
  }

  it("documents and code images report twice within half a second, small results never", () => {
    for (const name of ["pdf", "invoice", "contract-generator", "code-image"])
      assert.deepEqual(getHeartbeat(name), [250, 200, 1000]);
    for (const name of ["hash", "carbon-footprint"]) assert.equal(getHeartbeat(name), undefined);
  });

  it("the answer is JSON without a token, and an event stream with one that is used", async () => {
    const token = { progressToken: "p" };
    const carbon = { url: `${siteUrl}/types` };
    assert.equal(await getAnswerType(token, "hash", { text: "a" }), "application/json");
    assert.equal(await getAnswerType(token, "carbon-footprint", carbon), "text/event-stream");
    const uncached = { url: `${siteUrl}/others` };
    assert.equal(await getAnswerType({}, "carbon-footprint", uncached), "application/json");
  });

  it("a wait for an inbox reports every 5 s [slow]", async () => {
    const { client } = await connectTo(server.url, "auto", "198.51.100.9");
    const args = { id: "nobody-sends", seconds: 6 };
    const reports = await watch(client, "inbox_wait", args);
    assert.deepEqual(reports, [5]);
    await client.close();
  });
});

describe("Progress", () => {
  it("sends at most ten reports a second, the rest as one, and the last before the result", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const sent: number[] = [];
    const progress = new Progress((done) => {
      sent.push(done);
      return Promise.resolve();
    });
    for (let done = 1; done <= 30; done++) progress.report(done);
    progress.report(7);
    mock.timers.tick(2000);
    mock.timers.reset();
    await progress.finish();
    assert.deepEqual(sent, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 30]);
  });

  it("a heartbeat repeats its last interval until it ends", () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const beats: number[] = [];
    const stop = startHeartbeat([250, 200, 1000], (seconds) => void beats.push(seconds));
    for (const ms of [250, 200, 1000, 1000]) mock.timers.tick(ms);
    stop();
    mock.timers.tick(5000);
    mock.timers.reset();
    assert.deepEqual(beats, [0.25, 0.45, 1.45, 2.45]);
  });
});

describe("cancellation over stdio", { timeout: 300_000 }, () => {
  it("a canceled call ends its fetches, frees its places and has no answer", async () => {
    const held = createServer((_, response) => void response.writeHead(200).write("<!doctype"));
    await once(held.listen(0, "127.0.0.1"), "listening");
    const stdio = new StdioProcess({ environment: ENVIRONMENT });
    await stdio.initialize();
    const arrived = once(held, "request") as Promise<[{ socket: NodeJS.EventEmitter }]>;
    const url = `http://127.0.0.1:${(held.address() as AddressInfo).port}/`;
    stdio.call("carbon-footprint", { url }, "fetch").catch(() => {});
    const [{ socket }] = await arrived;
    const closed = once(socket, "close");
    const cancel = (requestId: string) =>
      stdio.write({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
    cancel("fetch");
    await closed;
    const waiting = Array.from({ length: 40 }, (_, index) => `pdf ${index}`);
    for (const id of waiting)
      stdio.call("pdf", { markdown: "# A\n\n".repeat(500) }, id).catch(() => {});
    waiting.forEach(cancel);
    const { result } = await stdio.call("pdf", { markdown: "# A" });
    assert.equal(result?.["isError"], undefined);
    const answered = stdio.messages.map(({ id }) => id);
    assert.ok(!answered.some((id) => id === "fetch" || waiting.includes(String(id))));
    assert.equal(await stdio.close(), 0);
    held.closeAllConnections();
    held.close();
  });
});
