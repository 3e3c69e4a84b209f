import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { describe, it } from "node:test";
import { setImmediate as endTurn } from "node:timers/promises";
import { eventually } from "../support/eventually.ts";
import { createBodyReader } from "#src/http/body/reader.js";
import { BodyStream } from "#src/http/body/stream.js";
import { ByteBudget } from "#src/http/socket/byte-budget.js";
import type { RequestContext } from "#src/http/context.js";

const MEBIBYTE = 1024 ** 2;

/** An upload of which all chunks have arrived, as when the client is faster than the server. */
function createUpload(chunks: number): RequestContext {
  const message = new Readable({ read: () => undefined });
  for (let index = 0; index < chunks; index++) message.push(Buffer.from("1"));
  message.push(null);
  const headers = { "transfer-encoding": "chunked" };
  return { message, headers, client: { ipPrefix: "192.0.2.1" } } as unknown as RequestContext;
}

/** Counts the turns of the event loop while `run` is running; `note` records the current one. */
async function recordTurns(run: (note: () => void) => Promise<void>): Promise<number[]> {
  // A body of the test before may have the next turn.
  await endTurn();
  let turn = 0;
  const count = () => {
    turn += 1;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  const noted: number[] = [];
  await run(() => noted.push(turn));
  clearImmediate(immediate);
  return noted;
}

/** Numbers without repeats. */
const toDistinct = (numbers: number[]) => [...new Set(numbers)];

describe("uploads", () => {
  it("a body that is streamed passes one chunk a turn of the event loop", async () => {
    const body = new BodyStream(createUpload(5), 100);
    const turns = await recordTurns((note) => body.read(note));
    assert.equal(turns.length, 5);
    assert.deepEqual(turns, toDistinct(turns));
  });

  it("a body that is streamed gets 408 when it brings less than 1 MiB in 30 s", async ({
    mock,
  }) => {
    mock.timers.enable({ apis: ["setInterval"] });
    const message = new Readable({ read: () => undefined });
    const context = { message, headers: { "transfer-encoding": "chunked" } };
    let received = 0;
    const body = new BodyStream(context as unknown as RequestContext, 10 * MEBIBYTE);
    const reading = body.read((bytes) => void (received += bytes.length));
    const send = async (bytes: number) => {
      const expected = received + bytes;
      message.push(Buffer.alloc(bytes));
      await eventually(() => assert.equal(received, expected));
      mock.timers.tick(30_000);
    };
    await send(MEBIBYTE);
    await send(MEBIBYTE);
    await Promise.all([assert.rejects(reading, { status: 408 }), send(MEBIBYTE - 1)]);
    message.destroy();
  });

  it("a body that is read as a whole passes one chunk a turn of the event loop", async () => {
    const context = createUpload(5);
    const readBody = createBodyReader(new ByteBudget(1000));
    const turns = await recordTurns(
      (note) =>
        new Promise<void>((resolve) => {
          assert.equal(
            readBody(context, { format: "json", maxBytes: 100 }, () => resolve()),
            false,
          );
          context.message.on("data", note);
        }),
    );
    assert.equal(context.body, 11_111);
    assert.equal(turns.length, 5);
    assert.deepEqual(turns, toDistinct(turns));
  });
});
