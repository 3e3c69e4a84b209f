import assert from "node:assert/strict";
import { once } from "node:events";
import type { Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, it } from "node:test";
import { ByteBudget } from "#src/http/socket/byte-budget.js";
import type { HttpServerOptions } from "#src/http/server.js";
import type { Route } from "#src/http/route.js";
import { type App, startApp } from "./support/app.ts";
import { waitUntil } from "../support/eventually.ts";

const upload: Route = {
  methods: ["POST"],
  access: "public",
  path: "/upload",
  body: { format: "raw", maxBytes: 1_000_000 },
  handler: ({ body }) => ({ json: (body as { bytes: Buffer }).bytes.length }),
};
const json: Route = {
  methods: ["POST"],
  access: "public",
  path: "/json",
  body: { format: "json", maxBytes: 2_000_000 },
  handler: ({ body }) => ({ json: typeof body }),
};
const form: Route = {
  methods: ["POST"],
  access: "public",
  path: "/form",
  body: { format: "form", maxBytes: 2_000_000 },
  handler: ({ body }) => ({ json: String(body).length }),
};

let app: App | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app?.close();
  app = undefined;
});

async function start(options: Partial<HttpServerOptions> & Pick<HttpServerOptions, "routes">) {
  app = await startApp({ trustProxy: 1, ...options });
  return app;
}

/** Opens a connection that sends `text` and, until it is resumed, reads nothing. */
async function openConnection(port: number, text: string): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  sockets.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

function formatUploadHead(client: string, bytes: number): string {
  return `POST /upload HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${client}\r\nContent-Length: ${bytes}\r\n\r\n`;
}

function readStatus(socket: Socket): Promise<string> {
  return once(socket, "data").then(([chunk]) => String(chunk).split(" ", 2)[1] ?? "");
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n`;
}

const PIECES = 64;

async function* yieldPieces(): AsyncGenerator<Buffer> {
  for (let at = 0; at < PIECES; at++) {
    await new Promise(setImmediate);
    yield Buffer.alloc(1_000_000, at);
  }
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}

describe("ByteBudget", () => {
  it("a ByteBudget cuts the costliest hold of a client that has more than half", () => {
    const budget = new ByteBudget(100);
    const cuts: string[] = [];
    const open = (client: string, name: string) =>
      budget.reserve(client, { abort: () => cuts.push(name) });
    const [large, small] = [open("a", "large"), open("a", "small")];
    large.set(40);
    small.set(5);
    assert.deepEqual(cuts, []);
    open("a", "late").set(6);
    assert.deepEqual(cuts, ["large"]);
    assert.equal(budget.bytes, 11);
  });

  it("a ByteBudget cuts the client with the most bytes instead of the newest when the budget is used up", () => {
    const budget = new ByteBudget(100);
    const cuts: string[] = [];
    for (const [client, bytes] of [
      ["a", 48],
      ["b", 45],
      ["c", 8],
    ] as const)
      budget.reserve(client, { abort: () => cuts.push(client) }).set(bytes);
    assert.deepEqual(cuts, ["a"]);
    assert.equal(budget.bytes, 53);
  });

  it("a ByteBudget pauses the other holds of a client past its half, and resumes them when there is room", () => {
    const budget = new ByteBudget(100);
    const events: string[] = [];
    const hold = (name: string) =>
      budget.reserve("a", {
        abort: () => events.push(`cut ${name}`),
        pause: () => events.push(`pause ${name}`),
        resume: () => events.push(`resume ${name}`),
      });
    const [large, small] = [hold("large"), hold("small")];
    large.set(48);
    small.set(4);
    large.set(49);
    assert.deepEqual(events, ["pause small"]);
    large.release();
    assert.deepEqual(events, ["pause small", "resume small"]);
    small.set(60);
    hold("late").set(20);
    assert.deepEqual(events.slice(2), ["cut small"]);
  });

  it("a ByteBudget has room for a client that holds up to a quarter, and waits until it holds no more", async () => {
    const budget = new ByteBudget(100);
    const [one, other] = [1, 2].map(() => budget.reserve("a", { abort: () => assert.fail("cut") }));
    one?.set(20);
    other?.set(5);
    assert.equal(budget.waitForCapacity("a"), undefined);
    other?.set(20);
    const room = budget.waitForCapacity("a");
    assert.ok(room);
    assert.equal(budget.waitForCapacity("b"), undefined);
    other?.set(4);
    await room;
  });

  it("a ByteBudget cuts the costliest holds of a client that has had no room for a second", async (test) => {
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const budget = new ByteBudget(100);
    const cuts: string[] = [];
    // The large one is the older one too, so that it costs most however long this takes.
    for (const [name, bytes] of [
      ["large", 30],
      ["small", 10],
    ] as const)
      budget.reserve("a", { abort: () => cuts.push(name) }).set(bytes);
    const room = budget.waitForCapacity("a");
    test.mock.timers.tick(999);
    assert.deepEqual(cuts, []);
    test.mock.timers.tick(1);
    await room;
    assert.deepEqual(cuts, ["large"]);
    assert.equal(budget.bytes, 10);
  });

  it("a ByteBudget leaves the only hold of a client alone, and counts nothing after a cut or a release", () => {
    const budget = new ByteBudget(100);
    const only = budget.reserve("a", { abort: () => assert.fail("cut") });
    only.set(90);
    only.set(20);
    only.release();
    only.release();
    only.set(50);
    assert.equal(budget.bytes, 0);
  });
});

describe("request bodies", () => {
  it("large request bodies of one address are cut before its smaller ones past half of the budget, and others are served", async () => {
    const { port } = await start({ routes: [upload], maxUploadBytes: 400_000 });
    const slow = await Promise.all(
      Array.from({ length: 4 }, () =>
        openConnection(port, formatUploadHead("192.0.2.1", 90_000) + "x".repeat(80_000)),
      ),
    );
    const statuses = slow.map(readStatus);
    const other = await openConnection(
      port,
      formatUploadHead("192.0.2.2", 1000) + "x".repeat(1000),
    );
    assert.equal(await readStatus(other), "200");
    const same = await openConnection(port, formatUploadHead("192.0.2.1", 1000) + "x".repeat(1000));
    assert.equal(await readStatus(same), "200");
    const refused = await Promise.race(statuses);
    assert.equal(refused, "503");
  });

  it("request bodies that were cut are not read any further", async () => {
    const { port, server } = await start({ routes: [upload], maxUploadBytes: 400_000 });
    const bytesRead: number[] = [];
    const twentyClosed = new Promise<void>((resolve) => {
      server.on("connection", (socket) =>
        socket.once("close", () => bytesRead.push(socket.bytesRead) === 20 && resolve()),
      );
    });
    const upload950 = formatUploadHead("192.0.2.1", 950_000) + "x".repeat(900_000);
    await Promise.all(Array.from({ length: 30 }, () => openConnection(port, upload950)));
    await twentyClosed;
    for (const bytes of bytesRead) assert.ok(bytes < 600_000, bytesRead.join());
  });

  it("request bodies arrive whole when they come in chunks of a byte", async () => {
    const { port } = await start({ routes: [upload] });
    const text = Array.from({ length: 3000 }, (_, at) => `1\r\n${at % 10}\r\n`).join("");
    const head = "POST /upload HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    const socket = await openConnection(port, `${head}${text}0\r\n\r\n`);
    const [answer] = (await once(socket, "data")) as [Buffer];
    assert.match(answer.toString(), /\r\n\r\n3000$/);
  });

  it("large JSON request bodies are limited to 64 levels and 20,000 values", async () => {
    const { send } = await start({ routes: [json] });
    const post = (body: string) => send({ method: "POST", url: "/json", body });
    const deep = await post(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
    assert.deepEqual(
      [deep.status, deep.json()],
      [422, { error: "body must nest at most 64 levels deep" }],
    );
    const many = await post(`{"a":[${"1,".repeat(20_000)}1]}`);
    assert.deepEqual(
      [many.status, many.json()],
      [422, { error: "body must have at most 20000 values" }],
    );
    assert.equal((await post(`["${"x".repeat(100_000)}",1e999]`)).status, 200);
    assert.equal((await post(`["${"x".repeat(100_000)}"`)).status, 400);
  });

  it("form request bodies are limited to 10,000 fields", async () => {
    const { send } = await start({ routes: [form] });
    const post = (body: string) => {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      return send({ method: "POST", url: "/form", body, headers });
    };
    assert.equal((await post("a&".repeat(9_999))).status, 200);
    assert.equal((await post("a&".repeat(10_000))).status, 422);
  });
});

describe("responses that wait for their reader", () => {
  const large: Route = {
    methods: ["GET"],
    access: "public",
    path: "/large",
    handler: () => ({ body: Buffer.alloc(16_000_000) }),
  };
  const stream: Route = {
    methods: ["GET"],
    access: "public",
    path: "/stream",
    handler: () => ({
      body: yieldPieces(),
    }),
  };

  it("a response is cut when its reader reads nothing until the timeout", async () => {
    const { port, server } = await start({ routes: [large, stream], readerTimeoutMs: 40 });
    for (const path of ["/large", "/stream"]) {
      const accepted = once(server, "connection");
      const socket = await openConnection(port, get(path));
      await accepted;
      await waitUntil(async () => (await countConnections(server)) === 0);
      const ended = once(socket, "close");
      socket.resume();
      await ended;
      assert.ok(socket.bytesRead < 16_000_000, path);
    }
  });

  it("waiting responses of one address are cut past half of the budget, and others are served", async () => {
    const { port, send } = await start({
      routes: [large],
      unsentResponses: new ByteBudget(40_000_000),
    });
    const first = await openConnection(port, get("/large"));
    await once(first, "readable");
    const cut = once(first, "close");
    const second = await openConnection(port, get("/large"));
    await once(second, "readable");
    first.resume();
    await cut;
    assert.ok(first.bytesRead < 16_000_000);
    const other = await send({ url: "/large", headers: { "x-forwarded-for": "192.0.2.2" } });
    assert.equal(other.body.length, 16_000_000);
  });

  it("waiting responses arrive whole and in order, as streams and as bytes", async () => {
    const { send } = await start({ routes: [large, stream] });
    assert.equal((await send("/large")).body.length, 16_000_000);
    const { body } = await send("/stream");
    assert.equal(body.length, PIECES * 1_000_000);
    for (let at = 0; at < PIECES; at++) assert.equal(body.charCodeAt(at * 1_000_000 + 999_999), at);
  });
});

describe("connections", () => {
  it("connections of one address get half of all", async () => {
    const { port } = await start({ routes: [json], maxConnections: 4, trustProxy: undefined });
    const [first, second] = await Promise.all([openConnection(port, ""), openConnection(port, "")]);
    const third = await openConnection(port, "");
    await once(third, "close");
    assert.ok(!first.closed && !second.closed);
  });

  it(
    "connections that have sent nothing are closed by a shutdown before its timeout",
    { timeout: 60_000 },
    async (test) => {
      test.mock.timers.enable({ apis: ["setTimeout"] });
      const { port, server, close } = await start({ routes: [json] });
      const accepted = once(server, "connection");
      const silent = await openConnection(port, "");
      await accepted;
      await Promise.all([
        close(),
        new Promise((resolve) => silent.resume().once("close", resolve)),
      ]);
    },
  );
});
