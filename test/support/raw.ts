import { once } from "node:events";
import { connect } from "node:net";

/** The server may be slow to begin a response on a busy machine, not to go on with it. */
const FIRST_BYTE_MS = 10_000;
const SILENCE_MS = 500;

/**
 * Sends bytes as they are and returns everything that comes back until the peer ends or is silent: for `waitMs`, or by default
 * for half a second after its last byte.
 */
export async function sendRaw(
  to: number | { port: number; host: string },
  bytes: string | Buffer,
  waitMs?: number,
): Promise<string> {
  const socket = connect(typeof to === "number" ? { port: to, host: "127.0.0.1" } : to);
  await once(socket, "connect");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => {
    chunks.push(chunk);
    socket.setTimeout(waitMs ?? SILENCE_MS);
  });
  socket.on("error", () => undefined);
  socket.setTimeout(waitMs ?? FIRST_BYTE_MS, () => socket.destroy());
  socket.write(bytes);
  await once(socket, "close");
  return Buffer.concat(chunks).toString("latin1");
}

/** Status and headers (lower-case names) of the first answer in a raw text. */
export function parseHead(text: string): { status: number; headers: Record<string, string> } {
  const [first = "", ...lines] = text.split("\r\n\r\n", 1)[0]?.split("\r\n") ?? [];
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(first.split(" ")[1]), headers: Object.fromEntries(headers) };
}
