import type { RequestMessage } from "../request-context.ts";

/**
 * Pauses a body until the next turn of the event loop, and resumes it if `mayResume` allows it then. Called after each
 * chunk, because Node reads up to 2 MB of a connection in one turn: hundreds of uploads would stall all others.
 */
export function pauseForTurn(message: RequestMessage, mayResume: () => boolean): void {
  message.pause();
  setImmediate(() => {
    if (mayResume()) message.resume();
  });
}
