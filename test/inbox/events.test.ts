import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it, type TestContext } from "node:test";
import { createEventsHandler } from "#src/inbox/events.js";
import { openSqliteStore } from "#src/store/sqlite/sqlite-store.js";
import { startApp } from "../http/support/app.ts";
import { createRecord } from "../store-contract/support.ts";

const GET = { methods: ["GET"], access: "public" } as const;

async function openStore(test: TestContext) {
  const directory = mkdtempSync(join(tmpdir(), "sundry-events-"));
  const limits = { ttlMs: 3_600_000, maxRecords: 100, maxInboxBytes: 1e6, maxStoreBytes: 1e9 };
  const options = { directory, limits, now: () => Date.now(), purgeIntervalMs: 0 };
  const store = await openSqliteStore({ ...options, deadlineMs: 60_000 });
  test.after(async () => {
    await store.close();
    rmSync(directory, { recursive: true });
  });
  return store.inboxes;
}

it(
  "an event stream sends a record that is captured once it is open, however slow the store is",
  { timeout: 60_000 },
  async (test) => {
    const inboxes = await openStore(test);
    const gate = new EventTarget();
    const reader: typeof inboxes = Object.assign(Object.create(inboxes), {
      async getMeta(inbox: string) {
        gate.dispatchEvent(new Event("read"));
        await once(gate, "release");
        return inboxes.getMeta(inbox);
      },
    });
    const handler = createEventsHandler(reader);
    const app = await startApp({
      routes: [
        { ...GET, path: "/api/v1/inboxes/:inbox/events", handler },
        { ...GET, path: "/turn", handler: () => ({ json: null }) },
      ],
    });
    test.after(() => app.close());
    const capture = (body: string) => inboxes.capture("a", createRecord(body));
    const reading = once(gate, "read");
    const client = new AbortController();
    const { signal } = client;
    const opened = fetch(`http://127.0.0.1:${app.port}/api/v1/inboxes/a/events`, { signal });
    const captured = opened.then(() => capture("1"));
    await reading;
    // As long as the client would take to see an open stream.
    for (let turn = 0; turn < 10; turn += 1) await app.send("/turn");
    gate.dispatchEvent(new Event("release"));
    const { body } = await opened;
    await captured;
    await capture("2");
    let text = "";
    for await (const chunk of body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes("id: 2\n")) break;
    }
    client.abort();
    assert.deepEqual(text.match(/^id: .*$/gm), ["id: 1", "id: 2"]);
  },
);
