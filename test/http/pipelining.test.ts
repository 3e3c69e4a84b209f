import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Route } from "#src/http/route.js";
import { type App, startApp } from "./support/app.ts";
import { sendRaw } from "../support/raw.ts";

/** Returns this many requests in one piece, of which the last one ends the connection. */
function pipeline(count: number): string {
  return Array.from({ length: count }, (_, at) => {
    const connection = at === count - 1 ? "close" : "keep-alive";
    return `GET /slow?${at} HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`;
  }).join("");
}

describe("requests that are pipelined on one connection", () => {
  let running = 0;
  let mostRunning = 0;
  let handled = 0;
  const route: Route = {
    methods: ["GET"],
    access: "public",
    path: "/slow",
    handler: async ({ query }) => {
      running += 1;
      handled += 1;
      mostRunning = Math.max(mostRunning, running);
      await new Promise(setImmediate);
      running -= 1;
      return { body: `(${query})` };
    },
  };
  let app: App;
  before(async () => (app = await startApp({ routes: [route] })));
  after(() => app.close());

  it("pipelined requests are handled one after another and answered in order, up to 16", async () => {
    const text = await sendRaw(app.port, pipeline(16));
    const order = [...text.matchAll(/\((\d+)\)/g)].map(([, index]) => Number(index));
    assert.deepEqual(
      order,
      Array.from({ length: 16 }, (_, at) => at),
    );
    assert.equal(mostRunning, 1);
  });

  it("pipelined requests of many connections are handled one in each turn of the event loop", async (test) => {
    let inTurn = 0;
    let mostInTurn = 0;
    const counting: Route = {
      methods: ["GET"],
      access: "public",
      path: "/slow",
      handler: ({ query }) => {
        // The first two may be handled when they arrive.
        if (Number(query) < 2) return { body: "first" };
        if (inTurn++ === 0) setImmediate(() => (inTurn = 0));
        mostInTurn = Math.max(mostInTurn, inTurn);
        return { body: "next" };
      },
    };
    const own = await startApp({ routes: [counting] });
    test.after(() => own.close());
    const requests = pipeline(16);
    await Promise.all(Array.from({ length: 20 }, () => sendRaw(own.port, requests)));
    // Two, because the count restarts after the next turn has begun.
    assert.ok(mostInTurn <= 2, `${mostInTurn} were handled in one turn`);
  });

  it("the first 16 of more pipelined requests are answered, then the connection closes", async () => {
    for (const count of [17, 40, 5000]) {
      handled = 0;
      const text = await sendRaw(app.port, pipeline(count));
      assert.equal(text.match(/HTTP\/1.1 200/g)?.length, 16, `of ${count}`);
      assert.match(text, /connection: close\r\n(?:[^]*)\(15\)$/i);
      assert.equal(handled, 16);
    }
    assert.equal((await app.send("/slow?1")).body, "(1)");
  });
});
