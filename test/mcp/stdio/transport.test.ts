import assert from "node:assert/strict";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { it, type TestContext } from "node:test";
import { LineTransport } from "#src/mcp/stdio/transport.js";

/** A transport whose input has ended after a call, and whose timers only the test moves. */
async function callAndEnd(test: TestContext) {
  test.mock.timers.enable({ apis: ["setTimeout"] });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new LineTransport(input, output);
  const ended = new Promise<void>((resolve) => (transport.onEnd = resolve));
  await transport.start();
  input.end('{"jsonrpc":"2.0","id":1,"method":"tools/call"}\n');
  await once(input, "end");
  await setImmediate();
  return { transport, output, ended };
}

it(
  "a call that is answered 699 ms after the end of the input ends the connection",
  { timeout: 10_000 },
  async (test) => {
    const { transport, output, ended } = await callAndEnd(test);
    test.mock.timers.tick(699);
    await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
    await ended;
    assert.equal(String(output.read()), '{"jsonrpc":"2.0","id":1,"result":{}}\n');
  },
);

it(
  "a request without an answer ends 700 ms after the input, also when the timer is early",
  { timeout: 10_000 },
  async (test) => {
    const { ended } = await callAndEnd(test);
    // The clock of `performance.now()` stands still meanwhile.
    test.mock.timers.tick(700);
    await ended;
  },
);
