import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createTurns } from "../../lib/concurrency/turns.ts";

export type RequestListener = (message: IncomingMessage, response: ServerResponse) => void;

/** Maximum requests of a connection without a response, including the current one. */
const MAX_UNANSWERED = 16;

/** The requests of one connection that have no response yet. */
interface Pipeline {
  current: ServerResponse;
  /** True when the end of the current response starts the next request. */
  isChained: boolean;
  waiting: [IncomingMessage, ServerResponse][];
}

/**
 * Returns a listener for `request` that calls `handle` for one request of a connection at a time. A
 * client that pipelines requests without reading would otherwise fill the memory with responses. A
 * connection with more than 16 unanswered requests is closed after the sixteenth response; by RFC
 * 9112, 9.3.2, its client sends the others again.
 */
export function limitPipelining(handle: RequestListener): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>();
  const runInTurn = createTurns();

  function chainNext(pipeline: Pipeline): void {
    if (pipeline.isChained) return;
    pipeline.isChained = true;
    pipeline.current.once("close", () => runInTurn(() => startNext(pipeline)));
  }

  function startNext(pipeline: Pipeline): void {
    pipeline.isChained = false;
    const next = pipeline.waiting.shift();
    if (!next) return;
    const [message, response] = next;
    pipeline.current = response;
    if (pipeline.waiting.length > 0) chainNext(pipeline);
    if (!message.destroyed) handle(message, response);
  }

  return (message, response) => {
    const { socket } = message;
    if (closing.has(socket)) return;
    const pipeline = pipelines.get(socket);
    if (pipeline && (pipeline.isChained || !isFinished(pipeline.current))) {
      if (1 + pipeline.waiting.length >= MAX_UNANSWERED) return closeAfterLast(pipeline, socket);
      pipeline.waiting.push([message, response]);
      return chainNext(pipeline);
    }
    if (pipeline) pipeline.current = response;
    else pipelines.set(socket, { current: response, isChained: false, waiting: [] });
    return handle(message, response);
  };
}

/** Sockets that are closed after a response that is still to come. */
const closing = new WeakSet<object>();

/** Returns true for a socket whose further bytes are discarded. */
export function isClosing(socket: object): boolean {
  return closing.has(socket);
}

function closeAfterLast({ waiting }: Pipeline, socket: Socket): void {
  closing.add(socket);
  const [, last] = waiting.at(-1) ?? [];
  if (last) last.shouldKeepAlive = false;
  stopParsing(socket);
}

/**
 * Ends the parsing of what the connection has sent already, because Node would create a request of
 * each of thousands. The parser has no public name; its callback returns 2 when what follows is not
 * HTTP, as after an upgrade.
 */
function stopParsing(socket: Socket): void {
  const { parser } = socket as Socket & { parser?: { onIncoming: () => number } | null };
  if (parser) parser.onIncoming = () => 2;
}

/**
 * Returns true when the operating system has the whole response, or the client has disconnected.
 */
function isFinished(response: ServerResponse): boolean {
  return response.writableFinished || response.destroyed;
}
