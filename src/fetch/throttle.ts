import type { Socket } from "node:net";

/** What the parser gets at once: a thousand headers at most, each of which may cost it an error. */
const SLICE_BYTES = 4_096;
/** How long targets may keep the event loop in one of its turns; whoever waits has the next one. */
const MAX_SLICE_MS = 10;

type Sliced = Pick<Socket, "read" | "readableLength" | "destroyed" | "destroy" | "emit">;

/** Cuts what sockets receive into slices, and lets others have their turn. */
export interface Slicer {
  /** `receive` is told how much is handed on; where it says no, the socket is closed. */
  slice(socket: Sliced, receive: (bytes: number) => boolean): void;
}

/**
 * Makes a slicer. undici parses all that a socket has in one go, every connection's after the other: hostile bytes
 * are small ones, of which a read holds tens of thousands, each with work of its own.
 */
export function throttleSocketReads(now: () => number): Slicer {
  /** When reading began in this turn of the event loop; undefined before. */
  let began: number | undefined;
  const isOver = () => {
    if (began === undefined) {
      began = now();
      setImmediate(() => (began = undefined));
    }
    return now() - began > MAX_SLICE_MS;
  };
  return {
    slice(socket, receive) {
      const read = socket.read.bind(socket);
      socket.read = () => {
        // What is left after an error is nobody's.
        if (socket.destroyed) return null;
        if (socket.readableLength === 0) return read();
        if (isOver()) {
          setImmediate(() => socket.emit("readable"));
          return null;
        }
        const bytes = Math.min(SLICE_BYTES, socket.readableLength);
        if (receive(bytes)) return read(bytes);
        socket.destroy(new Error("more than a job may receive"));
        return null;
      };
    },
  };
}
