import type { RequestMessage } from "../context.ts";

/**
 * Pauses a body until the next turn of the event loop, and resumes it if `mayResume` allows it
 * then. Called after each chunk, because Node reads up to 2 MB of a connection in one turn:
 * hundreds of uploads would stall all others.
 */
export function pauseForTurn(message: RequestMessage, mayResume: () => boolean): void {
  message.pause();
  setImmediate(() => {
    if (mayResume()) message.resume();
  });
}

/** Closes the connection of a body after `ms`, unless the body ends before. */
export function closeAfter(message: RequestMessage, ms: number): void {
  const timer = setTimeout(() => message.destroy(), ms).unref();
  message.once("close", () => clearTimeout(timer));
}
