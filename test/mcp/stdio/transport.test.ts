import { once } from "node:events";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { it } from "node:test";
import { LineTransport } from "#src/mcp/stdio/transport.js";

it(
  "a request without an answer ends 700 ms after the input, also when the timer is early",
  { timeout: 10_000 },
  async (test) => {
    test.mock.timers.enable({ apis: ["setTimeout"] });
    const input = new PassThrough();
    const transport = new LineTransport(input, new PassThrough());
    const ended = new Promise<void>((resolve) => (transport.onEnd = resolve));
    await transport.start();
    input.end('{"jsonrpc":"2.0","id":1,"method":"tools/call"}\n');
    await once(input, "end");
    await setImmediate();
    // The clock of `performance.now()` stands still meanwhile.
    test.mock.timers.tick(700);
    await ended;
  },
);
