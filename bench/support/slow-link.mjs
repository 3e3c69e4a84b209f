// A link with latency in front of a server on loopback, where kernels would otherwise transfer
// megabytes before a close arrives.
import { createServer, connect } from "node:net";

const ROUND_TRIP_MS = 20;
/** The initial congestion window: ten segments (RFC 6928). It doubles with every round trip. */
const FIRST_FLIGHT = 14_600;

/**
 * Forwards to a port, and counts the bytes that the server has sent when its client ends or drops a
 * connection.
 */
export async function openSlowLink(port) {
  let bytes = 0;
  const server = createServer((socket) => {
    const target = connect(port, "127.0.0.1").pause();
    let flight = FIRST_FLIGHT;
    let ended = false;
    const send = () => {
      if (socket.destroyed || target.destroyed) return;
      const chunk = target.read(Math.min(flight, target.readableLength)) ?? Buffer.alloc(0);
      bytes += chunk.length;
      if (chunk.length === flight) flight *= 2;
      socket.write(chunk);
      if (ended && target.readableLength === 0) socket.end();
    };
    const clock = setInterval(send, ROUND_TRIP_MS);
    target.on("readable", () => {});
    target.on("end", () => (ended = true));
    target.on("error", () => socket.destroy());
    socket.on("error", () => target.destroy());
    socket.on("close", () => {
      clearInterval(clock);
      // The close takes half a round trip; by then the next flight is on its way.
      bytes += Math.min(flight, target.readableLength);
      target.destroy();
    });
    socket.pipe(target, { end: false });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, bytes: () => bytes };
}
