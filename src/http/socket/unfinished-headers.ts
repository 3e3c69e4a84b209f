import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ClientResolver } from "../client.ts";
import type { ByteBudget, ByteReservation } from "./byte-budget.ts";
import { MAX_HEADER_LINES } from "./header-limits.ts";

/** Maximum bytes of a request's headers, which the parser keeps until their end. */
export const MAX_HEADER_BYTES = 64 * 1024;

/** Memory for each byte of the shortest header lines: a line of five bytes takes 200. */
const MEMORY_FACTOR = 40;

/** Memory of all the lines that the parser keeps. */
const MAX_MEMORY_BYTES = MAX_HEADER_LINES * 200;

/** Fewer connections cannot fill the share of a client. */
const MIN_CONNECTIONS = 100;

/** Headers of fewer bytes are not counted. */
const MIN_COUNTED_BYTES = 2048;

const SWEEP_MS = 100;

interface Connection {
  /** `bytesRead` when the headers of the next request could begin; undefined during a request. */
  startBytes: number | undefined;
  reservation: ByteReservation | undefined;
}

/**
 * Counts headers that have begun and not ended in the budget of uploads, because thousands of
 * connections can keep them for seconds. A client over its share loses its costliest connection.
 * The function that it returns is called with each request.
 */
export function limitUnfinishedHeaders(
  server: Server,
  { uploads, clients }: { uploads: ByteBudget; clients: ClientResolver },
): (socket: Socket, response: ServerResponse) => void {
  const connections = new Map<Socket, Connection>();
  let timer: NodeJS.Timeout | undefined;

  function count(socket: Socket, connection: Connection): void {
    const { startBytes = socket.bytesRead, reservation } = connection;
    const bytes = Math.min(socket.bytesRead - startBytes, MAX_HEADER_BYTES);
    if (bytes < MIN_COUNTED_BYTES) return release(connection);
    const source = { headers: {}, socketAddress: socket.remoteAddress ?? "" };
    const abort = () => void socket.destroy();
    connection.reservation =
      reservation ?? uploads.reserve(clients.address(source).ipPrefix, { abort });
    connection.reservation.set(Math.min(bytes * MEMORY_FACTOR, MAX_MEMORY_BYTES));
  }

  function sweep(): void {
    for (const [socket, connection] of connections) count(socket, connection);
    if (connections.size >= MIN_CONNECTIONS) return;
    clearInterval(timer);
    timer = undefined;
    for (const connection of connections.values()) release(connection);
  }

  server.on("connection", (socket) => {
    connections.set(socket, { startBytes: 0, reservation: undefined });
    if (connections.size >= MIN_CONNECTIONS) timer ??= setInterval(sweep, SWEEP_MS).unref();
    socket.once("close", () => {
      const connection = connections.get(socket);
      connections.delete(socket);
      if (connection) release(connection);
    });
  });
  return (socket, response) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.startBytes = undefined;
    release(connection);
    response.once("close", () => (connection.startBytes = socket.bytesRead));
  };
}

function release(connection: Connection): void {
  connection.reservation?.release();
  connection.reservation = undefined;
}
