import assert from "node:assert/strict";
import { once } from "node:events";
import { METHODS } from "node:http";
import { connect } from "node:net";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { Ajv, type SchemaObject } from "ajv";
import { runProgram } from "../../support/cli.ts";
import { connectTo } from "../../support/mcp.ts";
import { findSkipReason } from "../../support/needs.ts";
import { root, type RunningServer, startServer } from "../../support/server.ts";
import { sendRaw } from "../../support/raw.ts";

let server: RunningServer;
before(async () => (server = await startServer()));
after(() => server.stop());

/** The members of a record that an export must keep. */
interface Exported {
  id: string;
  seq: number;
  method: string;
  path: string;
  query: string;
  bodySha256: string;
  rawHeaders: [name: string, value: string][];
}

const ALL_BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
/** Every byte that a header value may have but the ones at its ends, which are spaces. */
const HEADER_BYTES = Buffer.from(
  ALL_BYTES.filter((byte) => byte === 0x09 || (byte >= 0x20 && byte !== 0x7f)),
).toString("latin1");
/** Every byte that a request target may have. */
const TARGET_BYTES = ALL_BYTES.subarray(0x21, 0x7f).toString("latin1").replace("#", "");

/** A request to send: what follows the inbox in the target, headers in Latin-1, and a body. */
interface Sent {
  method: string;
  target?: string;
  headers?: [name: string, value: string][];
  body?: Buffer;
}

/** Requests of every method, and of every byte in header, body and target. */
const REQUESTS: Sent[] = [
  ...METHODS.filter((method) => method !== "GET" && method !== "CONNECT").map((method) => ({
    method,
    headers: [["X-Method", method]] as [string, string][],
  })),
  { method: "POST", body: ALL_BYTES },
  { method: "POST", body: Buffer.concat(Array.from({ length: 40 }, () => ALL_BYTES)) },
  { method: "HEAD", body: Buffer.from("a HEAD with a body") },
  { method: "DELETE", body: Buffer.from("@file") },
  { method: "PUT", body: Buffer.from(`it's "$HOME" \`id\` \\ \n\t é\n`) },
  { method: "POST", body: Buffer.from("\r\n") },
  {
    method: "POST",
    body: Buffer.from("END_OF_BODY\n'\n"),
    headers: [["content-TYPE", "text/plain"]],
  },
  {
    method: "POST",
    headers: [
      ["X-Bytes", `x${HEADER_BYTES}x`],
      ["X-Empty", ""],
      ["X-Twice", "1"],
      ["x-twice", "2"],
      ["X-!#$%&'*+-.^_`|~", "token"],
      ["Accept", "a/b"],
      ["User-Agent", "sender"],
      ["X-Drop", "named by Connection"],
      ["Connection", "x-drop"],
      ["Cookie", "a=1; b"],
    ],
  },
  { method: "POST", target: `/${TARGET_BYTES}` },
  { method: "POST", target: "/a/../b/./c//d?x=[1]&y={2}&z=..//../" },
  {
    method: "POST",
    target: "?a=1&b=%zz",
    body: gzipSync("x"),
    headers: [["Content-Encoding", "gzip"]],
  },
];

async function send(inbox: string, { method, target = "", headers = [], body }: Sent) {
  const lines = [
    `${method} /api/v1/webhook/${inbox}${target} HTTP/1.1`,
    "Host: sender.example",
    "Connection: close",
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body ? [`Content-Length: ${body.length}`] : []),
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  const answer = await sendRaw(server.port, Buffer.concat([head, body ?? Buffer.alloc(0)]));
  assert.match(answer, /^HTTP\/1\.1 200 /, `${method} ${target}`);
}

async function list(inbox: string): Promise<Exported[]> {
  const response = await fetch(`${server.url}/api/v1/webhook/${inbox}`);
  return ((await response.json()) as { payloads: Exported[] }).payloads;
}

function exportAs(inbox: string, query: string) {
  return fetch(`${server.url}/api/v1/inboxes/${inbox}/export?${query}`);
}

async function listExportedSeqs(query: string): Promise<number[]> {
  const lines = (await (await exportAs("pages", query)).text()).split("\n").filter(Boolean);
  return lines.map((line) => (JSON.parse(line) as Exported).seq);
}

const OF_THE_CONNECTION = new Set(["host", "connection", "content-length", "x-drop"]);

/** Returns what a request sent again has in common with the original. */
function toComparable({ method, path, query, bodySha256, rawHeaders }: Exported) {
  const headers = rawHeaders.filter(([name]) => !OF_THE_CONNECTION.has(name.toLowerCase()));
  return { method, path, query, bodySha256, headers };
}

async function assertSentAgain(inbox: string): Promise<void> {
  const records = (await list(inbox)).map(toComparable);
  assert.deepEqual(records.slice(REQUESTS.length), records.slice(0, REQUESTS.length));
}

describe("GET /api/v1/inboxes/{id}/export?format=curl", { timeout: 300_000 }, () => {
  const skip = findSkipReason("curl --version");

  it(
    "an export as curl is a script that sends every request again, byte for byte",
    { skip },
    async () => {
      for (const request of REQUESTS) await send("curl", request);
      const response = await exportAs("curl", "format=curl");
      assert.equal(response.headers.get("content-type"), "application/x-sh");
      const script = Buffer.from(await response.arrayBuffer());
      const { code, complaint } = await runProgram("sh", ["-e"], script);
      assert.deepEqual([code, complaint], [0, ""]);
      await assertSentAgain("curl");
    },
  );

  it("an export as curl has a comment in place of a truncated record", async () => {
    const body = Buffer.alloc(5 * 1024 ** 2 + 1, "x");
    // With keep-alive, because the server may close other connections while the rest is being sent.
    const url = `${server.url}/api/v1/webhook/cut`;
    assert.equal((await fetch(url, { method: "POST", body })).status, 413);
    const script = await (await exportAs("cut", "format=curl")).text();
    assert.match(script, /^#!\/bin\/sh\n\n# 1 .* POST \/\n# Not exported: .*\n$/);
  });
});

describe("GET /api/v1/inboxes/{id}/export?format=http", { timeout: 300_000 }, () => {
  it("an export as http contains the requests as they are sent over one connection", async () => {
    for (const request of REQUESTS) await send("http", request);
    const bytes = Buffer.from(await (await exportAs("http", "format=http")).arrayBuffer());
    const socket = connect(server.port, "127.0.0.1");
    let received = "";
    socket.on("data", (chunk) => (received += chunk.toString("latin1")));
    // One at a time, because a connection may have only a few unanswered requests.
    for (const [sent, message] of splitMessages(bytes).entries()) {
      socket.write(message);
      while (received.split("HTTP/1.1 200 OK").length < sent + 2) await once(socket, "data");
    }
    socket.destroy();
    await assertSentAgain("http");
  });
});

/** Splits an export at the requests' beginnings. */
function splitMessages(bytes: Buffer): Buffer[] {
  const text = bytes.toString("latin1");
  const starts = [...text.matchAll(/(?<=^|\n)[A-Z-]+ \/api\/v1\/webhook\/http\S* HTTP\/1\.1\r\n/g)];
  return starts.map(({ index }, at) => bytes.subarray(index, starts[at + 1]?.index));
}

describe("GET /api/v1/inboxes/{id}/export?format=har", () => {
  it("an export as HAR is a valid HAR 1.2 document", async () => {
    for (const request of REQUESTS) await send("har", request);
    await fetch(`${server.url}/api/v1/webhook/har`, {
      method: "OPTIONS",
      headers: { "access-control-request-method": "PUT", origin: "http://a" },
    });
    const har = (await (await exportAs("har", "format=HAR")).json()) as Har;
    assertValidHar(har);
    const { entries } = har.log;
    assert.equal(entries.length, REQUESTS.length + 1);
    const binary = entries.find(({ request }) => request.postData?.encoding === "base64");
    assert.equal(binary?.request.postData?.text, ALL_BYTES.toString("base64"));
    const cookies = entries.find(({ request }) => request.cookies.length > 0)?.request.cookies;
    assert.deepEqual(cookies, [
      { name: "a", value: "1" },
      { name: "b", value: "" },
    ]);
    assert.deepEqual([entries[0]?.response.status, entries.at(-1)?.response.status], [200, 204]);
  });

  it("an export as HAR has the statuses of a response plan, and 0 for a closed connection", async () => {
    const steps = [{ status: 503, delayMs: 1 }, { close: true }];
    await fetch(`${server.url}/api/v1/inboxes/planned/response`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ steps }),
    });
    for (const body of ["first", "second"])
      await fetch(`${server.url}/api/v1/webhook/planned`, { method: "POST", body }).catch(() => {});
    const har = (await (await exportAs("planned", "format=har")).json()) as Har;
    assertValidHar(har);
    assert.deepEqual(
      har.log.entries.map(({ time, response }) => [response.status, time]),
      [
        [503, 1],
        [0, 0],
      ],
    );
  });

  it("an export as HAR is valid without entries for an inbox that does not exist", async () => {
    const har = (await (await exportAs("nothing", "format=har")).json()) as Har;
    assertValidHar(har);
    assert.deepEqual(har.log.entries, []);
  });
});

interface Har {
  log: {
    entries: {
      request: { cookies: object[]; postData?: { text: string; encoding?: string } };
      response: { status: number };
      time: number;
    }[];
  };
}

/** The characters of a URL with an authority (RFC 3986). */
const URI = /^https?:\/\/[\w.:[\]-]+(?:[\w\-.~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*$/i;

function assertValidHar(har: Har): void {
  const file = join(root, "test", "inbox", "export", "har-schema.json");
  const { schemas } = JSON.parse(readFileSync(file, "utf8")) as { schemas: SchemaObject[] };
  const formats = {
    "date-time": (text: string) => !Number.isNaN(Date.parse(text)),
    uri: (text: string) => URL.canParse(text) && URI.test(text),
    ipv4: true,
    ipv6: true,
    email: true,
  } as const;
  const ajv = new Ajv({ strict: false, schemas, formats });
  assert.ok(ajv.validate("har.json#", har), ajv.errorsText());
}

describe("GET /api/v1/inboxes/{id}/export", () => {
  before(async () => {
    const filler = "x".repeat(400_000);
    for (const seq of [1, 2, 3, 4, 5, 6])
      await send("pages", {
        method: "POST",
        body: Buffer.from(`{"seq":${seq},\n"f":"${filler}"}`),
      });
  });

  it("an export has one line a record by default, as they are stored", async () => {
    const response = await exportAs("pages", "");
    assert.equal(response.headers.get("content-type"), "application/x-ndjson");
    assert.equal(
      response.headers.get("content-disposition"),
      'attachment; filename="pages.ndjson"',
    );
    const lines = (await response.text()).split("\n");
    assert.equal(lines.pop(), "");
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      await list("pages"),
    );
  });

  it("an export of any format has records of several pages", async () => {
    const har = (await (await exportAs("pages", "format=har")).json()) as Har;
    assertValidHar(har);
    assert.equal(har.log.entries.length, 6);
    const script = await (await exportAs("pages", "format=curl")).text();
    assert.equal(script.match(/^#!/gm)?.length, 1);
    assert.equal(script.match(/curl -sS/g)?.length, 6);
  });

  it("an export accepts after, limit and the filters of a list", async () => {
    assert.deepEqual(await listExportedSeqs("after=4"), [5, 6]);
    assert.deepEqual(await listExportedSeqs("limit=2"), [5, 6]);
    assert.deepEqual(await listExportedSeqs("limit=2&after=1"), [2, 3]);
    assert.deepEqual(await listExportedSeqs(`where=${encodeURIComponent(".seq==4")}`), [4]);
  });

  it("an export names a format that does not exist, and needs the token of a private inbox", async () => {
    const wrong = await exportAs("pages", "format=pdf");
    assert.equal(wrong.status, 422);
    assert.deepEqual(await wrong.json(), {
      error: "format must be one of ndjson, har, curl, http",
    });
    assert.equal((await exportAs("pages", "format=har&format=har")).status, 422);
    assert.equal((await exportAs(`~${"a".repeat(22)}`, "")).status, 401);
  });
});

describe("inbox_export over MCP", () => {
  it("inbox_export returns the file of the HTTP API, cut after 256 KiB", async () => {
    await send("mcp", { method: "POST", target: "/a", body: Buffer.from("it's") });
    const { client, call } = await connectTo(server.url, "auto", "192.0.2.7");
    const small = await call("inbox_export", { id: "mcp" });
    const { text, truncated, url } = small.structuredContent as Record<string, unknown>;
    assert.equal(text, await (await exportAs("mcp", "format=curl")).text());
    assert.deepEqual(
      [truncated, url],
      [false, `${server.url}/api/v1/inboxes/mcp/export?format=curl`],
    );
    await send("mcp", { method: "POST", body: Buffer.alloc(300_000, "x") });
    const large = await call("inbox_export", { id: "mcp", format: "ndjson", limit: 1 });
    const cut = large.structuredContent as { text: string; truncated: boolean };
    assert.deepEqual([cut.text.length, cut.truncated], [262_144, true]);
    assert.ok((await call("inbox_export", { id: "mcp", format: "pdf" })).isError);
    await client.close();
  });
});
