import type { Socket } from "node:net";

/**
 * Bytes handed to undici's parser per read: about 1,000 headers at most, so that one parse stays
 * short.
 */
const SLICE_BYTES = 4_096;
/** Longest time that reads may occupy one turn of the event loop, in milliseconds. */
const MAX_TURN_MS = 5;

type ThrottledSocket = Pick<Socket, "read" | "readableLength" | "destroyed" | "destroy" | "emit">;

/** Splits the reads of sockets into slices and spreads them over turns of the event loop. */
interface ReadThrottle {
  /**
   * Throttles a socket. `receive` gets the bytes of each slice and returns false to destroy the
   * socket.
   */
  attach(socket: ThrottledSocket, receive: (bytes: number) => boolean): void;
}

/**
 * Creates a throttle for all sockets of one event loop. undici parses all that a socket has
 * buffered in one turn. Hostile responses consist of tiny parts,
 * each of which costs parser time.
 */
export function createReadThrottle(now: () => number): ReadThrottle {
  /** When the reads of this turn began; undefined before the first one. */
  let turnStart: number | undefined;
  const isTurnOver = () => {
    if (turnStart === undefined) {
      turnStart = now();
      setImmediate(() => (turnStart = undefined));
    }
    return now() - turnStart > MAX_TURN_MS;
  };
  return {
    attach(socket, receive) {
      const read = socket.read.bind(socket);
      socket.read = () => {
        // The parser is removed after an error, although data may still be buffered.
        if (socket.destroyed) return null;
        if (socket.readableLength === 0) return read();
        if (isTurnOver()) {
          setImmediate(() => socket.emit("readable"));
          return null;
        }
        const bytes = Math.min(SLICE_BYTES, socket.readableLength);
        if (receive(bytes)) return read(bytes);
        socket.destroy(new Error("the byte budget is exhausted"));
        return null;
      };
    },
  };
}
