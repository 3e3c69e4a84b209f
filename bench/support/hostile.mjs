// Hostile sites, one at each path. As a program, it serves them and prints its address.
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const OK = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
const NOT_FOUND = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
const spaces = Buffer.alloc(60_000_000, " ");
const paragraphs = Buffer.from("<p>hello world</p>".repeat(1_000_000));
const sheet = gzipSync(many(14_000, (n) => `.a${n}{color:red;margin:0 1px}`));
/** Short header lines, up to undici's limit for one response. */
const manyHeaders = `HTTP/1.1 200 OK\r\n${many(9_000, (n) => `${n.toString(36)}:\r\n`)}Content-Length: 0\r\n\r\n`;
const headers = `HTTP/1.1 200 OK\r\n${many(1_500, (n) => `X-H${n}: some value\r\n`)}Content-Length: 0\r\n\r\n`;

/** The response of each path; a function writes without end. */
const SITES = {
  "an ordinary page": whole("<p>text"),
  "a gzip bomb": encoded("gzip", gzipSync(spaces)),
  "a brotli bomb": encoded("br", brotliCompressSync(spaces, { params: { 1: 1 } })),
  "a document of 18 MB": encoded("gzip", gzipSync(paragraphs)),
  "a body without end": endless(`${OK}Connection: close\r\n\r\n`, "<p>x".repeat(9_000)),
  "headers without end": endless("HTTP/1.1 200 OK\r\n", "X: y\r\n".repeat(5_000)),
  "chunks of one byte": endless(
    `${OK}Transfer-Encoding: chunked\r\n\r\n`,
    "1\r\nx\r\n".repeat(9_000),
  ),
  "99 000 images": whole(many(99_000, (n) => `<img src=a/${n}>`)),
  "90 000 frames": whole(many(90_000, (n) => `<iframe src=a/${n}></iframe>`)),
  "2 000 hosts": whole(many(2_000, (n) => `<img src="http://127.0.0.1:${20_000 + n}/">`)),
  "300 style sheets": whole(many(299, (n) => `<link rel=stylesheet href=/sheet${n}>`)),
  "300 answers of 1 500 headers": whole(many(299, (n) => `<img src=/headers${n}>`)),
  "280 answers of 9 000 headers": whole(many(280, (n) => `<img src=/many-headers${n}>`)),
  "40 000 backgrounds": whole(
    `<style>${many(40_000, (n) => `#i${n}{background:url(a/${n})}`)}</style>${many(40_000, (n) => `<b id=i${n}>`)}`,
  ),
  "a nest of 200 000 elements": whole("<div>".repeat(200_000)),
};

/** The names of the sites. */
export const HOSTILE = Object.keys(SITES);

function many(count, one) {
  return Array.from({ length: count }, (_, n) => one(n)).join("");
}

function whole(html) {
  return `${OK}Content-Length: ${html.length}\r\n\r\n${html}`;
}

function encoded(coding, body, type = "text/html") {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

function endless(head, chunk) {
  return (socket) => {
    socket.write(head);
    const write = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on("drain", write);
    write();
  };
}

function answer(path) {
  if (path.startsWith("/sheet")) return encoded("gzip", sheet, "text/css");
  if (path.startsWith("/headers")) return headers;
  if (path.startsWith("/many-headers")) return manyHeaders;
  // Resources of a page have paths in a folder, because plain numbers are the sites.
  return SITES[HOSTILE[Number(path.slice(1))]] ?? NOT_FOUND;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (data) => {
      const found = answer(data.toString("latin1").split(" ")[1].replace(/\?.*/, ""));
      if (typeof found === "function") found(socket);
      else socket.end(found);
    });
  }).listen(0, "127.0.0.1", () =>
    console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })),
  );
}
