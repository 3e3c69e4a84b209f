import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { type ReadClient, ReadQueue } from "#src/inbox/read/read-queue.js";
import { createEmptyPage, type RecordPage } from "#src/store/store.js";

const LARGE = {
  generation: "g",
  createdAtMs: 0,
  expiresAtMs: 1,
  firstSeq: 1,
  lastSeq: 1,
  bytes: 10_000_000,
};

/** A queue whose reads end one by one, in the order in which they were started. */
function createReads(
  waitForCapacity: (client: string) => Promise<void> | undefined = () => undefined,
) {
  const queue = new ReadQueue(waitForCapacity);
  const started: string[] = [];
  const running: (() => void)[] = [];
  const read = (
    client: string,
    { inbox = "a", bytes = LARGE.bytes, isDisconnected = false } = {},
  ) => {
    const caller: ReadClient = { client, isDisconnected: () => isDisconnected };
    return queue.run(caller, inbox, () => {
      started.push(client);
      return new Promise<RecordPage>((resolve) => {
        running.push(() => resolve(createEmptyPage({ ...LARGE, bytes })));
      });
    });
  };
  const endNext = async () => {
    running.shift()?.();
    await turn();
  };
  return { started, read, endNext };
}

describe("ReadQueue", () => {
  it("a ReadQueue runs two concurrent reads per client and four in total", async () => {
    const { started, read } = createReads();
    for (const client of ["x", "x", "x", "y", "z", "w"]) void read(client);
    await turn();
    assert.deepEqual(started, ["x", "x", "y", "z"]);
  });

  it("a ReadQueue lets clients take turns, however many reads one of them has", async () => {
    const { started, read, endNext } = createReads();
    for (let at = 0; at < 100; at++) void read("x");
    await turn();
    void read("y");
    void read("z");
    await turn();
    assert.deepEqual(started, ["x", "x", "y", "z"]);
    await endNext();
    assert.equal(started.length, 5);
  });

  it("a ReadQueue does not carry out a read whose caller disconnected in the queue", async () => {
    const { started, read, endNext } = createReads();
    void read("x");
    void read("x");
    const gone = assert.rejects(read("x", { isDisconnected: true }), /connection is closed/);
    const last = read("x");
    await turn();
    await endNext();
    await gone;
    await endNext();
    await endNext();
    await last;
    assert.equal(started.length, 3);
  });

  it("a ReadQueue does not queue up to four concurrent reads of an inbox that was small", async () => {
    const { started, read, endNext } = createReads();
    void read("x", { bytes: 100 });
    await turn();
    await endNext();
    for (let at = 0; at < 4; at++) void read("x", { bytes: 100 });
    await turn();
    assert.equal(started.length, 5);
  });

  it("a ReadQueue queues reads past four of an inbox that was small, because one new record can make all of them large", async () => {
    const { started, read, endNext } = createReads();
    void read("x", { bytes: 100 });
    await turn();
    await endNext();
    for (let at = 0; at < 100; at++) void read("x");
    await turn();
    assert.equal(started.length - 1, 4 + 2);
  });

  it("a ReadQueue reads nothing for a client without room for the response, and keeps no turn for it", async () => {
    let makeRoom: (() => void) | undefined;
    const room = new Promise<void>((resolve) => (makeRoom = resolve));
    let isFull = true;
    const { started, read, endNext } = createReads((client) =>
      client === "x" && isFull ? room : undefined,
    );
    for (const client of ["x", "x", "y", "y", "z"]) void read(client);
    await turn();
    assert.deepEqual(started, ["y", "y", "z"]);
    await endNext();
    assert.equal(started.length, 3);
    isFull = false;
    makeRoom?.();
    await turn();
    assert.deepEqual(started.slice(3), ["x", "x"]);
  });
});
