import type { IncomingMessage } from "node:http";
import { createTurns } from "../../lib/concurrency/turns.ts";
import type { RequestMessage } from "../context.ts";

/**
 * Milliseconds during which the rest of a rejected body is discarded, so that its sender can read
 * the response.
 */
export const MAX_DISCARD_MS = 30_000;

/** Resumes eight bodies in a turn of the event loop, which bring a chunk of 64 KiB each. */
const resumeInTurn = createTurns(8);

/**
 * Pauses a body until a later turn of the event loop, and resumes it if `mayResume` allows it then.
 * Called after each chunk, because Node reads up to 2 MB of a connection in one turn: hundreds of
 * uploads would stall all others.
 */
export function pauseForTurn(message: RequestMessage, mayResume: () => boolean): void {
  message.pause();
  resumeInTurn(() => {
    if (mayResume()) message.resume();
  });
}

/** Closes the connection of a body after `ms`, unless the body ends before. */
export function closeAfter(message: RequestMessage, ms: number): void {
  const timer = setTimeout(() => message.destroy(), ms).unref();
  message.once("close", () => clearTimeout(timer));
}

/**
 * Lets a connection that ends with its response discard the rest of the body first. A socket that
 * is closed with unread bytes is reset, and its client loses the response (RFC 9112, 9.6).
 */
export function discardBeforeClose(message: IncomingMessage): void {
  const { socket } = message;
  const destroySoon = socket.destroySoon.bind(socket);
  // Node calls it after the last response of a connection.
  socket.destroySoon = () => {
    if (message.complete) return destroySoon();
    socket.end();
    closeAfter(message, MAX_DISCARD_MS);
    message.once("end", destroySoon);
  };
}
