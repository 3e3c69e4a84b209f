import { once } from "node:events";
import { connect } from "node:net";

/**
 * Milliseconds without data after which the connection is closed. It ends a test that would hang.
 */
const MAX_SILENCE_MS = 60_000;

/**
 * Sends bytes unchanged and returns everything that arrives until the peer closes the connection.
 * The bytes should request that, because the pause between two responses depends on the machine.
 */
export async function sendRaw(
  to: number | { port: number; host: string },
  bytes: string | Buffer,
  silenceMs = MAX_SILENCE_MS,
): Promise<string> {
  const socket = connect(typeof to === "number" ? { port: to, host: "127.0.0.1" } : to);
  await once(socket, "connect");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  // Not a failure: a peer that closes before it has read everything resets the connection after its
  // response.
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.setTimeout(silenceMs, () => socket.destroy());
  socket.write(bytes);
  await closed;
  return Buffer.concat(chunks).toString("latin1");
}

/** Returns the status and headers (lower-case names) of the first response in a raw text. */
export function parseHead(text: string): { status: number; headers: Record<string, string> } {
  const [first = "", ...lines] = text.split("\r\n\r\n", 1)[0]?.split("\r\n") ?? [];
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(first.split(" ")[1]), headers: Object.fromEntries(headers) };
}
