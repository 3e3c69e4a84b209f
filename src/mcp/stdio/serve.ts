import type { Readable, Writable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServer } from "../server.ts";
import type { Session } from "../session.ts";
import { LineTransport } from "./transport.ts";

/** Subscriptions of one connection. */
const MAX_SUBSCRIPTIONS = 10;

interface StdioOptions {
  session: Session;
  input: Readable;
  output: Writable;
  /** Called with what is wrong with a message. */
  onProblem(error: Error): void;
  /** Aborted to end the connection. */
  stopping: AbortSignal;
}

/** Serves one client over two streams, and resolves when the connection has ended. */
export async function serveStreams(options: StdioOptions): Promise<void> {
  const { session, input, output, onProblem, stopping } = options;
  const transport = new LineTransport(input, output);
  const handle = serveStdio(() => createServer(session), {
    transport,
    onerror: onProblem,
    maxSubscriptions: MAX_SUBSCRIPTIONS,
  });
  await new Promise<void>((resolve) => {
    transport.onEnd = resolve;
    if (stopping.aborted) resolve();
    stopping.addEventListener("abort", () => resolve(), { once: true });
  });
  await handle.close();
}
