// Hostile clients, each attack in another process: node attacks.mjs NAME URL SECONDS [alone]. With
// "alone" the requests that an attack repeats are sent one after another. Attackers use 127.0.0.2
// (and .3 …), so that the server can distinguish them from other clients.
import { createServer } from "node:http";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { createArcs, createGzipBomb, createPngBomb, createShapes, toDataUrl } from "./bombs.mjs";

const [, started, name, url, seconds, mode] = process.argv;
const isProgram = started === fileURLToPath(import.meta.url);
const port = isProgram ? Number(new URL(url).port) : 0;
const MEBIBYTE = 1024 ** 2;
/** The end of a request's first line, with a header that ends the connection. */
const CLOSING = "\r\nConnection: close\r\n";
/** Settled when no request that is sent alone is waiting or open. */
let alone = Promise.resolve();

const attacks = {
  "1 pipelining": pipelining,
  "2 readers that do not read": stuckReaders,
  "3 uploads": uploads,
  "4 large records on the page and over MCP": largeRecords,
  "5 JSON bombs": bombs,
  "6 fan-out": fanOut,
  "7 carbon with many headers": carbon,
  "8 pipelined reads": pipelinedReads,
  "9 header lines": headerLines,
  "10 response plans": plans,
  "11 pictures that inflate": pictureBombs,
  "12 plans of thousands of placeholders": placeholders,
  "13 compressed captures": compressedCaptures,
  "14 one client's tasks": taskFlood,
  "15 SVG logos": svgLogos,
  "16 forwarded addresses": forwardedAddresses,
  "17 posted forms": forms,
};

if (isProgram) {
  setTimeout(end, Number(seconds) * 1000);
  await attacks[name]();
  if (mode === "alone") void alone.then(end);
}

function end() {
  process.exit(0);
}

export const names = Object.keys(attacks);

/** Attacks by requests that may each take 50 ms of the event loop's processor time. */
export const BY_REQUEST = new Set(names.slice(10));

/** Settings of the server that an attack is about. */
export const SETTINGS = { "16 forwarded addresses": { TRUST_PROXY: "127.0.0.2,10.0.0.0/8" } };

/** Opens a connection that sends `bytes`. It reads nothing unless `reads` is set. */
function open(bytes, { from = "127.0.0.2", reads = false, body } = {}) {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  socket.on("error", () => {});
  if (reads) socket.resume();
  socket.write(bytes);
  if (body) socket.write(body);
  return socket;
}

function head(line, headers = "") {
  return `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
}

function post(path, body, type = "application/json") {
  const headers = `Content-Type: ${type}\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.concat([Buffer.from(head(`POST ${path}`, headers)), Buffer.from(body)]);
}

/** Sends `bytes` once, when the requests before have their whole response. */
function sendAlone(bytes) {
  alone = alone.then(
    () =>
      new Promise((resolve) => {
        const closing = Buffer.from(bytes.toString("latin1").replace("\r\n", CLOSING), "latin1");
        open(closing, { reads: true }).on("close", resolve);
      }),
  );
}

/**
 * Sends `bytes` repeatedly on `connections` connections, the next one when the response has begun.
 */
function repeat(bytes, connections) {
  if (mode === "alone") {
    for (let at = 0; at < 3; at++) sendAlone(bytes);
    return;
  }
  for (let at = 0; at < connections; at++) {
    const start = () => {
      const socket = open(bytes, { reads: true });
      let isAgain = false;
      const again = () => {
        if (isAgain) return;
        isAgain = true;
        socket.destroy();
        setTimeout(start, 5);
      };
      socket.once("data", () => setTimeout(again, 20));
      socket.on("close", again);
    };
    start();
  }
}

async function pipelining() {
  for (const path of ["/openapi.json", "/docs/reference/all"]) {
    const request = head(`GET ${path}`).repeat(1400);
    for (let at = 0; at < 100; at++) open(request);
    // As many as the server accepts on one connection.
    for (let at = 0; at < 100; at++) open(head(`GET ${path}`).repeat(15));
  }
}

async function stuckReaders() {
  for (let at = 0; at < 90; at++) open(head(`GET /api/v1/inboxes/large-${at % 30}/events?after=0`));
  for (let at = 0; at < 60; at++) open(head(`GET /api/v1/webhook/large-${at % 30}`));
}

async function uploads() {
  const length = 5 * MEBIBYTE;
  const capture = head("POST /api/v1/webhook/uploads", `Content-Length: ${length}\r\n`);
  const most = Buffer.alloc(length - 1000, "x");
  for (let at = 0; at < 442; at++) open(capture, { body: most });
  const json = Buffer.alloc(2 * MEBIBYTE - 1000, "x");
  const headers = `Content-Type: application/json\r\nContent-Length: ${2 * MEBIBYTE}\r\n`;
  for (const path of ["/api/v1/hash", "/mcp"]) {
    const request = head(`POST ${path}`, headers);
    for (let at = 0; at < 300; at++) open(request, { from: "127.0.0.3", body: json });
  }
}

async function largeRecords() {
  const call = { name: "inbox_list", arguments: { id: "objects" } };
  const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  repeat(post("/mcp", list), 2);
  repeat(head("GET /inbox/objects"), 2);
}

async function bombs() {
  const count = 2 * MEBIBYTE - 100;
  const nested = `{"text":${"[".repeat(count / 2)}${"]".repeat(count / 2)}}`;
  const members = Array.from({ length: 130_000 }, (_, at) => `"k${at}":1`).join(",");
  repeat(post("/api/v1/hash", nested), 2);
  repeat(post("/api/v1/hash", `{"text":"a",${members}}`), 2);
  repeat(post("/mcp", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{${members}}}`), 2);
  repeat(post("/tools/hash", "a&".repeat(500_000), "application/x-www-form-urlencoded"), 2);
}

async function fanOut() {
  // Three streams of an inbox for each address, and the rest as long polls that are repeated.
  for (let at = 0; at < 5000; at++) {
    const from = `127.0.${1 + Math.floor(at / 250)}.${2 + (at % 250)}`;
    if (at % 2 === 0) open(head("GET /api/v1/inboxes/crowd/events"), { from, reads: true });
    else {
      const poll = head("GET /api/v1/webhook/crowd?wait=30&after=999999999");
      const socket = open(poll, { from, reads: true });
      let last = 0;
      socket.on("data", (chunk) => {
        const seq = /"total":(\d+)/.exec(String(chunk))?.[1];
        if (seq) last = Number(seq);
        if (seq) socket.write(head(`GET /api/v1/webhook/crowd?wait=30&after=${last}`));
      });
    }
    if (at % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  repeat(post("/api/v1/webhook/crowd", '{"a":1}'), 2);
}

async function carbon() {
  const HEADERS = 9000;
  const site = createServer((request, response) => {
    if (request.url === "/") {
      const images = Array.from({ length: 280 }, (_, at) => `<img src="/${at}.png">`).join("");
      response.setHeader("content-type", "text/html");
      return response.end(`<!doctype html>${images}`);
    }
    const lines = Array.from({ length: HEADERS }, (_, at) => `a${at}: b`).join("\r\n");
    response.socket.end(`HTTP/1.1 200 OK\r\n${lines}\r\nContent-Length: 1\r\n\r\nx`);
    return undefined;
  });
  site.listen(0, "127.0.0.1", () => {
    const body = JSON.stringify({ url: `http://127.0.0.1:${site.address().port}/` });
    repeat(post("/api/v1/carbon-footprint", body), 1);
  });
}

async function pipelinedReads() {
  const read = head("GET /api/v1/webhook/large-0");
  for (let at = 0; at < 20; at++) open(read.repeat(200));
  for (let at = 0; at < 100; at++) open(read.repeat(15));
  repeat(read, 50);
}

function headerLines() {
  for (const lines of [3900, 12_900]) {
    const many = "a:b\r\n".repeat(lines);
    for (let at = 0; at < 400; at++) {
      open(head("POST /api/v1/hash", `Content-Length: 9\r\n${many}`));
      open(head("GET /api/v1/webhook/headers?wait=30&after=0", many));
      open(head("GET /healthz", many).slice(0, -2));
    }
  }
}

async function plans() {
  const bodies = { "text/xml": "{json.a}{json.b}{json.c}", "text/plain": "{query.a}".repeat(2400) };
  for (const [type, body] of Object.entries(bodies)) {
    const steps = Array.from({ length: 4 }, () => ({ status: 200, type, body, times: 1000 }));
    const plan = JSON.stringify({ steps });
    const inbox = type.replace("/", "-");
    open(
      Buffer.from(
        post(`/api/v1/inboxes/${inbox}/response`, plan).toString().replace(/^POST/, "PUT"),
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    const sent = JSON.stringify({ a: "&".repeat(1e6) });
    repeat(post(`/api/v1/webhook/${inbox}?a=b`, sent), 2);
  }
}

/** Pictures of one kind at a time, because together they only wait for each other. */
function pictureBombs() {
  const reader = createPngBomb({ width: 8, height: 8, inflatedBytes: 700 * MEBIBYTE });
  const wide = createPngBomb({ width: 6300, height: 6300, bits: 16, colorType: 6 });
  const logo = createPngBomb({ width: 4096, height: 4096, colorType: 6 });
  const images = { "a.png": toDataUrl("image/png", wide) };
  const invoice = createInvoice(toDataUrl("image/png", logo));
  repeat(post("/api/v1/barcode-read", reader, "image/png"), 2);
  repeat(post("/api/v1/pdf", JSON.stringify({ markdown: "![a](a.png)", images })), 2);
  repeat(post("/api/invoice?format=pdf", JSON.stringify(invoice)), 2);
}

function createInvoice(logo) {
  const items = [{ description: "Design", quantity: 1, rate: 85 }];
  return { from: { name: "Ada" }, to: { name: "Grace" }, items, logo };
}

/** A plan may be refused for its placeholders; then a smaller one is set. */
async function placeholders() {
  for (const count of [9000, 2000, 500]) {
    const body = Array.from({ length: count }, (_, at) => `{json.a${at}}`).join("");
    const plan = JSON.stringify({ steps: [{ status: 200, type: "text/plain", body }] });
    const path = `/api/v1/inboxes/names-${count}/response`;
    open(Buffer.from(post(path, plan).toString().replace(/^POST/, "PUT")), { reads: true });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const members = Array.from({ length: 150 }, (_, at) => [`a${at}`, at]);
    const capture = JSON.stringify(Object.fromEntries(members));
    repeat(post(`/api/v1/webhook/names-${count}`, capture), 4);
  }
}

function compressedCaptures() {
  const body = createGzipBomb();
  const headers = `Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n`;
  const request = head("POST /api/v1/webhook/compressed", headers);
  repeat(Buffer.concat([Buffer.from(request), body]), 100);
}

function taskFlood() {
  const logo = toDataUrl("image/svg+xml", createArcs(2, 2400));
  repeat(post("/api/v1/qr", JSON.stringify({ text: "https://example.com", logo })), 66);
}

function svgLogos() {
  for (const svg of [createShapes(180_000), createArcs(1, 12_000)]) {
    const invoice = createInvoice(toDataUrl("image/svg+xml", svg));
    repeat(post("/api/invoice?format=pdf", JSON.stringify(invoice)), 2);
    repeat(post("/api/invoice", JSON.stringify(invoice)), 2);
  }
}

function forwardedAddresses() {
  const list = "10.1.1.1,".repeat(6600);
  const request = head("GET /api/v1/hash?text=a", `X-Forwarded-For: ${list}10.1.1.1\r\n`);
  repeat(request, 20);
}

function forms() {
  const type = "application/x-www-form-urlencoded";
  const rows = Array.from({ length: 4900 }, (_, at) => `items.${at}.quantity=1`).join("&");
  const attendees = Array.from(
    { length: 1000 },
    (_, at) => `attendees.${at}.name=a&attendees.${at}.hourlyRate=90`,
  );
  const items = Array.from({ length: 100 }, (_, at) => {
    const taxes = [0, 1, 2, 3].map(
      (tax) => `items.${at}.taxes.${tax}.label=a&items.${at}.taxes.${tax}.rate=3`,
    );
    return `items.${at}.description=a&items.${at}.quantity=2&items.${at}.rate=9.99&${taxes.join("&")}`;
  });
  const invoice = `from.name=a&to.name=b&${items.join("&")}`;
  repeat(post("/tools/invoice", rows, type), 2);
  repeat(post("/tools/invoice", invoice, type), 2);
  repeat(post("/tools/hash", `text=${"<".repeat(1_040_000)}`, type), 2);
  repeat(post("/tools/meeting-cost", `${attendees.join("&")}&durationMinutes=45`, type), 2);
}
