import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import { detachBuffer } from "#src/lib/workers/transferable.js";
import { BodyBytes } from "#src/http/body/bytes.js";

const MEBIBYTE = 1024 ** 2;

function collect(chunks: readonly Buffer[], maxBytes = 5 * MEBIBYTE): BodyBytes {
  const bytes = new BodyBytes(maxBytes);
  for (const chunk of chunks) bytes.add(Buffer.from(chunk));
  return bytes;
}

/** Returns the bytes that the process has in memory, without those that files share. */
function readAnonymousBytes(): number {
  const [, kibibytes] = /RssAnon:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return Number(kibibytes) * 1024;
}

/**
 * A size that no other buffer has, because the garbage collector may release one between two
 * readings.
 */
const UNUSUAL_BYTES = 1_234_567;

/** Resolves when released chunks leave memory immediately, for which a port must have closed. */
async function waitForSink(): Promise<void> {
  for (;;) {
    await turn();
    const bytes = Buffer.alloc(UNUSUAL_BYTES);
    const before = process.memoryUsage().arrayBuffers;
    detachBuffer(bytes);
    if (before - process.memoryUsage().arrayBuffers === UNUSUAL_BYTES) return;
  }
}

describe("BodyBytes", () => {
  for (const [name, sizes] of Object.entries({
    "one chunk": [70_000],
    "small chunks": Array.from({ length: 300 }, (_, at) => 1 + (at % 700)),
    "chunks up to the limit": [...Array.from({ length: 79 }, () => 65_536), 65_536],
    "a small chunk and a large one": [3, 1_000_000],
  })) {
    it(`BodyBytes returns ${name} as they arrived`, () => {
      const chunks = sizes.map((size) => randomBytes(size));
      const bytes = collect(chunks);
      assert.equal(
        bytes.size,
        sizes.reduce((sum, size) => sum + size),
      );
      assert.ok(bytes.view().equals(Buffer.concat(chunks)));
    });
  }

  it("BodyBytes counts what is over the limit but does not keep it", () => {
    const bytes = collect([Buffer.alloc(60_000, 1), Buffer.alloc(60_000, 2)], 100_000);
    assert.equal(bytes.size, 120_000);
    assert.equal(bytes.view().length, 100_000);
  });

  it("BodyBytes can be transferred to a worker", () => {
    const body = collect([Buffer.alloc(60_000, 1), Buffer.alloc(60_000, 2)]).view();
    const { port1, port2 } = new MessageChannel();
    port1.postMessage(body, [body.buffer as ArrayBuffer]);
    const { message } = receiveMessageOnPort(port2) as { message: Uint8Array };
    port1.close();
    assert.deepEqual([body.length, message.length, message[119_999]], [0, 120_000, 2]);
  });

  const skip = process.platform === "linux" ? false : "reads /proc";
  it(
    "BodyBytes returns the memory of released bodies to the operating system",
    { skip },
    async () => {
      await waitForSink();
      const chunk = Buffer.alloc(60_000, 7);
      const before = readAnonymousBytes();
      const bodies = Array.from({ length: 600 }, () =>
        collect(Array.from({ length: 4 }, () => chunk)),
      );
      const held = readAnonymousBytes() - before;
      for (const [at, body] of bodies.entries()) if (at % 2 === 0) body.release();
      const left = readAnonymousBytes() - before;
      assert.ok(held > 100 * MEBIBYTE, `${held} bytes were held`);
      assert.ok(left < held - 45 * MEBIBYTE, `${left} of ${held} bytes are left`);
      for (const body of bodies) body.release();
      assert.ok(readAnonymousBytes() - before < 30 * MEBIBYTE);
    },
  );
});
