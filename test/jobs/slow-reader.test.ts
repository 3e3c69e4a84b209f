import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { type ClosableContext, createContext } from "#src/context.js";
import { createCommonHeaders } from "#src/http/base-headers.js";
import type { Route } from "#src/http/route.js";
import { createBatchRoutes } from "#src/jobs/batch-routes.js";
import { tools } from "#src/tools/index.js";
import { type App, startApp } from "../http/support/app.ts";
import { waitUntil } from "../support/eventually.ts";

const PATH = "/api/v1/batch/qr";
const ROWS = 1000;

/** More than the buffers of a connection take: about 40 kB for each row. */
const BODY = JSON.stringify({
  rows: Array.from({ length: ROWS }, () => ({ text: "x".repeat(2000) })),
  output: "ndjson",
});

const allow = () => Promise.resolve();

/** Sends a batch and reads nothing of its response. */
async function openBatch({ port }: App, address: string) {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.pause();
  socket.write(
    `POST ${PATH} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${address}\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
  );
  await once(socket, "readable");
  return socket;
}

describe("batches and their readers", { timeout: 300_000 }, () => {
  let context: ClosableContext;
  let routes: Route[];
  let rows = 0;

  before(() => {
    context = createContext({
      offline: true,
      allowCidrs: [],
      allowPorts: undefined,
      userAgent: "",
    });
    routes = createBatchRoutes({
      tools,
      toolContext: context,
      files: { isReference: () => false, read: () => Promise.resolve("does not exist") },
      maxRows: ROWS,
      maxBodyBytes: 10 * 2 ** 20,
      countRows: allow,
      countLimit: allow,
      commonHeaders: createCommonHeaders([]),
      describeError: (error) => ({ status: 500, message: String(error) }),
      onRow: () => (rows += 1),
    });
  });
  after(() => context.close());

  it("rows stop while the reader reads nothing, who is disconnected in the end", async () => {
    const app = await startApp({ routes, readerTimeoutMs: 1000, trustProxy: 1 });
    const socket = await openBatch(app, "192.0.2.1");
    await waitUntil(
      () => new Promise((done) => app.server.getConnections((_, count) => done(count === 0))),
    );
    assert.ok(rows < ROWS, `${rows} rows ran for a reader that read none`);
    socket.destroy();
    await app.close();
  });

  it("a ninth batch of the process is refused while eight run", async () => {
    const app = await startApp({ routes, trustProxy: 1 });
    const sockets = await Promise.all(
      Array.from({ length: 8 }, (_, index) => openBatch(app, `192.0.2.${10 + (index >> 1)}`)),
    );
    const headers = { "x-forwarded-for": "192.0.2.99" };
    const request = { method: "POST", url: PATH, headers, body: { rows: [{ text: "a" }] } };
    const refused = await app.send(request);
    assert.deepEqual(
      [refused.status, refused.headers["retry-after"], refused.json()],
      [503, "5", { error: "Too many batches are running." }],
    );
    for (const socket of sockets) socket.destroy();
    await waitUntil(async () => (await app.send(request)).status === 200);
    await app.close();
  });
});
