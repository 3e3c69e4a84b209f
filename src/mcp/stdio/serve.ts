import type { Readable, Writable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServer } from "../server.ts";
import type { Session } from "../session.ts";
import { MAX_SUBSCRIPTIONS, StdioSubscriptions } from "./subscriptions.ts";
import { LineTransport } from "./transport.ts";

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
  const subscriptions = new StdioSubscriptions(session);
  transport.inspect = (message) => subscriptions.inspect(message);
  const createInstance = () => {
    const server = createServer(session, { canSubscribe: true });
    if (session.inboxes) subscriptions.serve(server);
    return server;
  };
  const handle = serveStdio(createInstance, {
    transport,
    onerror: onProblem,
    maxSubscriptions: MAX_SUBSCRIPTIONS,
  });
  await new Promise<void>((resolve) => {
    transport.onEnd = resolve;
    if (stopping.aborted) resolve();
    stopping.addEventListener("abort", () => resolve(), { once: true });
  });
  subscriptions.close();
  await handle.close();
}
