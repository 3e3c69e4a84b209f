import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "#src/cli/inbox/clock.js";
import type { DeliveryReport } from "#src/cli/inbox/report.js";

/** A request that a target received. */
export interface Received {
  method: string;
  url: string;
  rawHeaders: string[];
  body: Buffer;
}

/** Responds to a request; with 200 by default. */
type Answer = (response: ServerResponse, received: Received) => void;

/** Starts a target on a port (0: a free one) that keeps what it receives. */
export async function startTarget(answer: Answer = (response) => response.end(), listenOn = 0) {
  const received: Received[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url = "", rawHeaders } = request;
    // A sender that gives up may close the connection inside its body.
    const parts = (await request.toArray().catch(() => undefined)) as Buffer[] | undefined;
    if (!parts) return;
    const one = { method, url, rawHeaders, body: Buffer.concat(parts) };
    received.push(one);
    answer(response, one);
  };
  const server = createServer((request, response) => void receive(request, response));
  await once(server.listen(listenOn, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { received, server, port, close, url: `http://127.0.0.1:${port}/hook` };
}

/**
 * Waits of a forwarder, in seconds, and a clock on which they take a moment. Longer waits never
 * end.
 */
export function createFastClock(): Clock & { waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => 0,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          signal.removeEventListener("abort", wake);
          resolve();
        };
        signal.addEventListener("abort", wake);
        if (ms > 30_000) return;
        waits.push(ms / 1000);
        setTimeout(wake, 5);
      }),
  };
}

/** A report that keeps its lines: status or problem of each record, and notes. */
export function recordReport(): DeliveryReport & { lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    answered: ({ seq }, status) => void lines.push(`${seq} ${status}`),
    failed: ({ seq }, problem) => void lines.push(`${seq} ${problem}`),
    note: (message) => void lines.push(message),
  };
}
