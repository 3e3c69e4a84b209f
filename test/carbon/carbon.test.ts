import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { root, type RunningServer, startServer } from "../support/server.ts";

type Body = { text: string } | { base64: string } | { fill: number };
interface Page {
  status: number;
  headers: [string, string][];
  body: Body;
}
type Pages = Record<string, Page>;
interface Case {
  name: string;
  request: object;
  status: number;
  errorNames?: string[];
  at?: Record<string, unknown>;
  wireBytes: number;
  expect: Record<string, unknown>;
  pages: Pages;
  url: string;
  forbiddenHits?: number;
  counted: string[];
}
const cases = JSON.parse(
  readFileSync(join(root, "test", "cases", "carbon.json"), "utf8"),
) as Record<"validation" | "co2" | "outcomes" | "weight", Case[]> & {
  environment: Record<string, string>;
};

const PLAIN: Pages = { "/": createHtmlPage("<p>hello</p>") };

function createHtmlPage(body: string): Page {
  const head = `<!doctype html><html lang="en"><head><title>t</title><link rel="icon" href="data:,"></head>`;
  return {
    status: 200,
    headers: [["Content-Type", "text/html"]],
    body: { text: `${head}<body>${body}</body></html>` },
  };
}

function countBytes(body: Body): Buffer {
  if ("fill" in body) return Buffer.alloc(body.fill, 0x61);
  return "text" in body ? Buffer.from(body.text) : Buffer.from(body.base64, "base64");
}

const REASONS: Record<number, string> = { 200: "OK", 301: "Moved", 302: "Found", 404: "Not Found" };

/** Returns the bytes of a response on the wire. */
function serializePage({ status, headers, body }: Page): Buffer {
  const bytes = countBytes(body);
  const lines = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? "Other"}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${bytes.length}`,
    "Connection: close",
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), bytes]);
}

/**
 * Every site listens until the end, because a port that is free again can be that of a site whose
 * result is cached.
 */
const sites: Server[] = [];
after(() => sites.forEach((site) => site.close()));

/**
 * Serves pages on a port of their own, so that no result of another case is cached. Returns the
 * origin.
 */
async function serve(pages: Pages): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (data) => {
      const path = data.toString("latin1").split(" ")[1] ?? "/";
      socket.end(serializePage(pages[path] ?? { status: 404, headers: [], body: { text: "" } }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  sites.push(server);
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

function fillIn<T>(value: T, names: Record<string, string>): T {
  const text = JSON.stringify(value).replace(
    /\{(origin|forbiddenPort)\}/g,
    (whole, name: string) => names[name] ?? whole,
  );
  return JSON.parse(text) as T;
}

interface Answered {
  status: number;
  headers: Record<string, unknown>;
  json: Record<string, unknown>;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

let callers = 1;

/** Posts from a new client address, because the limit of 20 a minute applies to tests, too. */
function post(
  product: RunningServer,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answered> {
  callers += 1;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port: product.port,
        path: "/api/v1/carbon-footprint",
        method: "POST",
        localAddress: `127.0.${(callers >> 8) + 3}.${callers & 255}`,
        headers: { "content-type": "application/json", ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const json = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
          resolve({ status: response.statusCode ?? 0, headers: response.headers, json });
        });
      },
    );
    sent.on("error", reject);
    sent.end(JSON.stringify(body));
  });
}

function getValueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value);
}

describe("POST /api/v1/carbon-footprint", () => {
  let product: RunningServer;
  let forbidden: Server;
  let forbiddenHits = 0;
  let forbiddenPort = "";

  before(async () => {
    product = await startServer(cases.environment);
    forbidden = createServer((socket) => {
      forbiddenHits += 1;
      socket.end();
    }).listen(0, "127.0.0.2");
    await once(forbidden, "listening");
    forbiddenPort = String((forbidden.address() as { port: number }).port);
  });
  after(async () => {
    forbidden.close();
    await product.stop();
  });

  /** Serves the pages of a case, sends its request and checks the response. */
  async function measure(example: Case, pages: Pages, body: object): Promise<Answered> {
    forbiddenHits = 0;
    const names: Record<string, string> = { forbiddenPort };
    names["origin"] = await serve(fillIn(pages, names));
    const answered = await post(product, fillIn(body, names));
    assert.equal(answered.status, example.status ?? 200, JSON.stringify(answered.json));
    for (const text of example.errorNames ?? []) {
      assert.ok(String(answered.json["error"]).includes(text), JSON.stringify(answered.json));
    }
    for (const [pointer, value] of Object.entries(example.at ?? {})) {
      assert.deepEqual(getValueAt(answered.json, pointer), value, pointer);
    }
    assert.equal(forbiddenHits, 0);
    return answered;
  }

  for (const example of cases.validation) {
    it(`the carbon footprint equals the worked example "${example.name}" of validation`, async () => {
      await measure(example, PLAIN, example.request);
    });
  }

  for (const example of cases.co2) {
    it(`the carbon footprint equals the worked example "${example.name}" of CO2`, async () => {
      const image: Page = {
        status: 200,
        headers: [["Content-Type", "image/png"]],
        body: { fill: 0 },
      };
      const pages: Pages = { "/": createHtmlPage(""), "/i.png": image };
      if (example.wireBytes > 2000) pages["/"] = createHtmlPage(`<img alt="" src="/i.png">`);
      const countMissingBytes = () =>
        example.wireBytes -
        serializePage(pages["/"] ?? image).length -
        (example.wireBytes > 2000 ? serializePage(image).length : 0);
      if (example.wireBytes > 2000) {
        // Computes the fill in two steps, because the digits of the length are also sent.
        const fill = countMissingBytes();
        image.body = { fill };
        image.body = { fill: fill + countMissingBytes() };
      } else {
        pages["/"] = createHtmlPage(" ".repeat(countMissingBytes()));
        pages["/"] = createHtmlPage(
          " ".repeat(
            countMissingBytes() +
              (countBytes(pages["/"].body).length - countBytes(createHtmlPage("").body).length),
          ),
        );
      }
      const { json } = await measure(example, pages, example.request);
      for (const [name, value] of Object.entries(example.expect))
        assert.equal(json[name], value, name);
    });
  }

  for (const example of cases.outcomes) {
    it(`the carbon footprint equals the worked example "${example.name}" of outcomes`, async () => {
      await measure(example, example.pages, { url: example.url });
    });
  }

  it("resources of srcdoc frames are counted once and two levels deep, without the frames themselves", async () => {
    const createNestedFrames = (depth: number): string =>
      `<img src="i${depth}.png">${depth < 3 ? `<iframe srcdoc="${escapeAttribute(createNestedFrames(depth + 1))}"></iframe>` : ""}`;
    const image: Page = {
      status: 200,
      headers: [["Content-Type", "image/png"]],
      body: { fill: 100 },
    };
    const pages: Pages = {
      "/": createHtmlPage(`${createNestedFrames(0)}<iframe srcdoc='<img src="i0.png">'></iframe>`),
      "/i0.png": image,
      "/i1.png": image,
      "/i2.png": image,
      "/i3.png": image,
    };
    const { json } = await post(product, { url: `${await serve(pages)}/` });
    assert.deepEqual(json["breakdown"] && getValueAt(json, "/breakdown/image"), {
      bytes: 3 * serializePage(image).length,
      requests: 3,
    });
    assert.deepEqual(getValueAt(json, "/breakdown/html/requests"), 1);
    assert.equal(getValueAt(json, "/measurement/complete"), true);
  });

  for (const example of cases.weight) {
    it(`the carbon footprint equals the worked example "${example.name}" of weights`, async () => {
      const { json } = await measure(example, example.pages, { url: "{origin}/" });
      const sizes = example.counted.map(
        (path) => serializePage(example.pages[path] ?? createHtmlPage("")).length,
      );
      assert.equal(
        json["pageSizeBytes"],
        sizes.reduce((sum, size) => sum + size, 0),
        JSON.stringify(json["breakdown"]),
      );
    });
  }
});
