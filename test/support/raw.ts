import { once } from "node:events";
import { connect } from "node:net";

/** Sends bytes as they are and gives everything that comes back until the peer ends or `waitMs` of silence pass. */
export async function sendRaw(
  to: number | { port: number; host: string },
  bytes: string | Buffer,
  waitMs = 500,
): Promise<string> {
  const socket = connect(typeof to === "number" ? { port: to, host: "127.0.0.1" } : to);
  await once(socket, "connect");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.on("error", () => undefined);
  socket.setTimeout(waitMs, () => socket.destroy());
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
