import { parentPort } from "node:worker_threads";
import { findOwnThread } from "./thread-time.ts";

/** A message to a worker: a call, a notification without an id, or the request to exit. */
export type ClientMessage = { id: number; request: unknown } | { request: unknown } | "close";

/**
 * A message from a worker: its thread (see `ThreadTime`) once it has loaded, undefined on systems
 * without /proc; or what became of a call.
 */
export type WorkerMessage = { thread: string | undefined } | CallMessage;

/** A call's result, error or new deadline in milliseconds. */
type CallMessage =
  | { id: number; result: unknown }
  | { id: number; error: { message: string; code?: string } }
  | { id: number; deadlineMs: number };

/** Functions for the call that a handler answers. */
export interface CallContext {
  /** Restarts the deadline of this call with `ms` milliseconds. */
  restartDeadline(ms: number): void;
}

/**
 * Handles one request and returns a value or promise. An exception rejects the caller's promise.
 */
type TaskHandler = (request: never, context: CallContext) => unknown;

/**
 * Answers the calls of a `WorkerClient` with `handle`. Call it once, at the top of a worker's
 * script. `transfer` lists the buffers of a result that move to the caller instead of being copied.
 */
export function serveCalls(
  handle: TaskHandler,
  transfer: (result: unknown) => ArrayBuffer[] = () => [],
): void {
  const answer = (request: unknown, id: number) => {
    const reply = (result: unknown) => post({ id, result }, transfer(result));
    const fail = (error: unknown) => post({ id, error: describeError(error) });
    const context = { restartDeadline: (deadlineMs: number) => post({ id, deadlineMs }) };
    try {
      const result = handle(request as never, context);
      // Synchronous results are posted in the order of the calls, without waiting for a microtask.
      if (result instanceof Promise) result.then(reply, fail);
      else reply(result);
    } catch (error) {
      fail(error);
    }
  };
  parentPort?.postMessage({ thread: findOwnThread() } satisfies WorkerMessage);
  parentPort?.on("message", (message: ClientMessage) => {
    if (message === "close") parentPort?.close();
    else answer(message.request, "id" in message ? message.id : NOTIFICATION);
  });
}

/** The id of a message without a result; calls count from 1. */
const NOTIFICATION = 0;

function post(message: CallMessage, transfer: ArrayBuffer[] = []): void {
  if (message.id !== NOTIFICATION) parentPort?.postMessage(message, transfer);
}

function describeError(error: unknown): { message: string; code?: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  // Copies message and code, because an error's own members do not survive the structured clone.
  const { message } = error;
  return "code" in error ? { message, code: String(error.code) } : { message };
}
