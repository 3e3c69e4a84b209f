import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** A hostile site: how it responds to a connection, and the expected outcome of its measurement. */
export interface HostileTarget {
  name: string;
  answer(socket: Socket): void;
  status: number;
  /** The expected part of the error; for a 200, whether the page was measured to its end. */
  says: string | boolean;
}

const OK = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
const ENDLESS = `${OK}Connection: close\r\n\r\n`;
const PAGE = `<!doctype html><link rel="icon" href="data:,"><p>text`;

function sendWhole(html: string): (socket: Socket) => void {
  return (socket) =>
    void socket.end(`${OK}Content-Length: ${Buffer.byteLength(html)}\r\n\r\n${html}`);
}

function sendEncoded(coding: string, body: Buffer): (socket: Socket) => void {
  const head = `${OK}Content-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return (socket) => void socket.end(Buffer.concat([Buffer.from(head), body]));
}

/** Writes a chunk repeatedly, as fast as the client reads. */
function sendEndlessly(head: string, chunk: string): (socket: Socket) => void {
  return (socket) => {
    socket.write(head);
    const write = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on("drain", write);
    write();
  };
}

/** Writes a few bytes every 300 ms, so that no idle timeout ends the connection. */
function sendSlowly(head: string, drop: string): (socket: Socket) => void {
  return (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(drop), 300);
    socket.on("close", () => clearInterval(timer));
  };
}

const bomb = Buffer.alloc(60_000_000, " ");
const gzipBomb = gzipSync(bomb);
const sheets = Array.from({ length: 400 }, (_, n) => `<link rel="stylesheet" href="/s${n}.css">`);

/** Sites whose measurement must end at a limit without delaying other requests. */
export const hostileTargets: HostileTarget[] = [
  {
    name: "a gzip bomb",
    answer: sendEncoded("gzip", gzipBomb),
    status: 422,
    says: "too large",
  },
  {
    name: "a brotli bomb",
    answer: sendEncoded("br", brotliCompressSync(bomb, { params: { 1: 1 } })),
    status: 422,
    says: "too large",
  },
  {
    name: "a bomb within a bomb",
    answer: sendEncoded("gzip, gzip", gzipSync(gzipBomb)),
    status: 422,
    says: "too large",
  },
  {
    name: "ten codings one over another",
    answer: sendEncoded(Array(10).fill("gzip").join(","), gzipSync(PAGE)),
    status: 422,
    says: "undecodable",
  },
  {
    name: "a body without end",
    answer: sendEndlessly(ENDLESS, "<p>x".repeat(9_000)),
    status: 200,
    says: false,
  },
  {
    name: "headers without end",
    answer: sendEndlessly("HTTP/1.1 200 OK\r\n", "X-More: and more\r\n".repeat(500)),
    status: 422,
    says: "unreachable",
  },
  {
    name: "more than its length",
    answer: (socket) => void socket.end(`${OK}Content-Length: 9\r\n\r\n${PAGE}`),
    status: 200,
    says: true,
  },
  {
    name: "less than its length",
    answer: (socket) => void socket.end(`${OK}Content-Length: 90000\r\n\r\n${PAGE}`),
    status: 422,
    says: "unreachable",
  },
  {
    name: "two lengths",
    answer: (socket) =>
      void socket.end(`${OK}Content-Length: 9\r\nContent-Length: 12\r\n\r\n${PAGE}`),
    status: 422,
    says: "unreachable",
  },
  {
    name: "a reset",
    answer: (socket) => void socket.resetAndDestroy(),
    status: 422,
    says: "unreachable",
  },
  {
    name: "a reset within the body",
    answer: (socket) =>
      void socket.write(`${OK}Content-Length: 99999\r\n\r\n${PAGE}`, () =>
        setTimeout(() => socket.resetAndDestroy(), 50),
      ),
    status: 422,
    says: "unreachable",
  },
  {
    name: "a redirect to itself",
    answer: (socket) =>
      void socket.end("HTTP/1.1 302 Found\r\nLocation: ?\r\nContent-Length: 0\r\n\r\n"),
    status: 422,
    says: "redirects",
  },
  {
    name: "four hundred style sheets",
    answer: sendWhole(sheets.join("") + PAGE),
    status: 200,
    says: false,
  },
  {
    name: "a nest of 200 000 elements",
    answer: sendWhole("<div>".repeat(200_000)),
    status: 200,
    says: false,
  },
  {
    name: "selectors that nest and multiply",
    answer: sendWhole(`<style>${"a&,b&,& &,& & &{".repeat(40)}background:url(x)</style>${PAGE}`),
    status: 200,
    says: true,
  },
  {
    name: "twenty thousand selectors for nine thousand elements",
    answer: sendWhole(
      `<style>${Array.from({ length: 20_000 }, (_, n) => `div :not(.x${n}) p{background:url(${n})}`).join("")}</style><div>${"<b><p>x</p></b>".repeat(4_500)}`,
    ),
    status: 200,
    says: false,
  },
  {
    name: "sixty thousand variables for five hundred elements, each in another",
    answer: sendWhole(
      `<style>*{${Array.from({ length: 60_000 }, (_, n) => `--v${n}:${n};`).join("")}}</style>${"<div>x".repeat(500)}`,
    ),
    status: 200,
    says: false,
  },
  {
    name: "a byte of the body every 300 ms",
    answer: sendSlowly(ENDLESS, "x"),
    status: 422,
    says: "timed out",
  },
  {
    name: "a header every 300 ms",
    answer: sendSlowly("HTTP/1.1 200 OK\r\n", "X: y\r\n"),
    status: 422,
    says: "timed out",
  },
];

/** Serves a hostile site on a free port. */
export async function serveHostile({
  answer,
}: HostileTarget): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => answer(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, server };
}
