import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { after, beforeEach, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { RecordBuilder } from "#src/inbox/record/record-builder.js";
import { waitUntil } from "../support/eventually.ts";

const MIB = 1024 ** 2;

function createRequest(body: Buffer, encoding?: string) {
  const rawHeaders = encoding === undefined ? [] : ["Content-Encoding", encoding];
  return {
    method: "POST",
    path: "",
    query: "",
    ip: "192.0.2.1",
    preflight: false,
    rawHeaders,
    body,
  };
}

const createLargeRequest = () => createRequest(Buffer.alloc(MIB, 97));

describe("RecordBuilder", { timeout: 240_000 }, () => {
  const builder = new RecordBuilder(5 * MIB);
  const secondBuilder = new RecordBuilder(5 * MIB);
  after(() => Promise.all([builder.close(), secondBuilder.close()]));
  // A body waits at most 5 s, in which a busy machine may not start a thread.
  beforeEach(() =>
    Promise.all(
      [builder, secondBuilder].map((idle) =>
        idle.build(createRequest(Buffer.alloc(20_000)), "first", async () => undefined),
      ),
    ),
  );
  const finished: string[] = [];
  const build = async (client: string, body: Buffer, encoding?: string) => {
    await builder.build(createRequest(body, encoding), client, async () => undefined);
    finished.push(client);
  };

  it("builds the body of one sender before the many compressed ones of another that came first", async () => {
    const bomb = gzipSync(JSON.stringify(Array.from({ length: 400_000 }, (_, index) => index % 7)));
    const flood = Array.from({ length: 20 }, () => build("flood", Buffer.from(bomb), "gzip"));
    const honest = Array.from({ length: 5 }, () => build("honest", Buffer.alloc(20_000, 97)));
    await Promise.all(honest);
    assert.ok(finished.filter((client) => client === "flood").length <= 2, finished.join(" "));
    await Promise.allSettled(flood);
  });

  it("rejects a sender whose bodies wait with over 32 MiB, and takes those of others", async () => {
    const flood = Array.from({ length: 9 }, () => build("flood", Buffer.alloc(4 * MIB, 97)));
    await assert.rejects(Promise.resolve(flood[8]), { name: "UnavailableError" });
    await build("honest", Buffer.alloc(4 * MIB, 97));
    await Promise.allSettled(flood);
  });

  it("builds no large record while the one before it is being stored, and goes on when that fails", async () => {
    let stored = 0;
    const disk = new EventEmitter();
    const store = async () => {
      stored += 1;
      await once(disk, "written");
    };
    const first = builder.build(createLargeRequest(), "one", store);
    const second = builder.build(createLargeRequest(), "two", async () => void (stored += 1));
    await waitUntil(() => stored === 1);
    // As long as the second would take.
    await secondBuilder.build(createLargeRequest(), "two", async () => undefined);
    assert.equal(stored, 1);
    disk.emit("error", new Error("disk full"));
    await assert.rejects(first, /disk full/);
    await second;
    assert.equal(stored, 2);
  });
});
