import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createListHandler } from "#src/inbox/list.js";
import type { ReadPage, RecordReader } from "#src/inbox/read/record-reader.js";
import { createEmptyPage, StoreError } from "#src/store/store.js";
import { type App, startApp } from "../../http/support/app.ts";

const NEXT = { after: 1, limit: 1, newest: false, preflights: true };

/** A reader that returns a page and then is out of reach. */
const reader: RecordReader = {
  getMeta: () => undefined,
  subscribe: () => () => undefined,
  async read(_inbox, { after }): Promise<ReadPage> {
    if (after === NEXT.after) throw new StoreError("unavailable", "the disk is slow");
    return { ...createEmptyPage(undefined), next: NEXT };
  },
};

describe("a list whose store fails between two pages", () => {
  it("a page of the server whose list ends early is 503, and a client's list is cut", async (test) => {
    const GET = { methods: ["GET"], access: "public" } as const;
    const app: App = await startApp({
      routes: [
        {
          ...GET,
          path: "/api/v1/webhook/:id",
          handler: createListHandler({ reader, waitingReader: reader }),
        },
        {
          ...GET,
          path: "/page",
          async handler(context) {
            const list = { method: "GET", url: "/api/v1/webhook/a", headers: {} };
            return { json: (await app.inject(context, list)).status };
          },
        },
      ],
    });
    test.after(() => app.close());
    const page = await app.send("/page");
    assert.equal(page.status, 503);
    assert.deepEqual(page.json(), { error: "The store is out of reach." });
    await assert.rejects(app.send("/api/v1/webhook/a"));
  });
});
