import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, test } from "node:test";
import { createContext } from "#src/context.js";
import { createToolRoutes } from "#src/tools/http.js";
import codeImageTool from "#src/tools/code-image/tool.js";
import { startApp } from "../http/support/app.ts";
import { drawHighlighted } from "../support/code-image.ts";
import { createCaller, postJson } from "../support/post.ts";
import { startServer } from "../support/server.ts";

const PATH = "/api/v1/code-image";
const REQUEST = {
  code: "# naïve 日本語 😀\ndef f(x):\n\treturn x + 1\n",
  language: "PY",
  theme: "github-dark",
  showLineNumbers: false,
};

const server = await startServer({ TRUST_PROXY: "1" });
after(() => server.stop());

function post(body: object): Promise<Response> {
  return postJson(server.url + PATH, body, createCaller());
}

async function hashBody(response: Response): Promise<string> {
  return createHash("sha256")
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest("hex");
}

test("POST returns a PNG and reports language and scale in headers", async () => {
  const response = await drawHighlighted(server.url, REQUEST);
  assert.equal(response.headers.get("x-code-language"), "python");
  assert.equal(response.headers.get("content-type"), "image/png");
  assert.equal(response.headers.get("x-image-scale"), "2");
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(bytes.toString("latin1", 1, 4), "PNG");
});

test("GET returns the same bytes, is cacheable and answers 304", async () => {
  const url = new URL(server.url + PATH);
  for (const [name, value] of Object.entries(REQUEST)) url.searchParams.set(name, String(value));
  const response = await fetch(url);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("cache-control") ?? "", /immutable/);
  const tag = response.headers.get("etag") ?? "";
  assert.equal(await hashBody(response), await hashBody(await post(REQUEST)));
  const again = await fetch(url, { headers: { "if-none-match": tag } });
  assert.equal(again.status, 304);
});

test("an image that fell back to plain text is not cacheable", async (context) => {
  // A deadline that every machine misses.
  const options = { offline: true, allowCidrs: [], allowPorts: [], userAgent: "" };
  const hasty = createContext({ ...options, highlightDeadlineMs: 1 });
  const app = await startApp({ routes: createToolRoutes(codeImageTool, hasty) });
  context.after(async () => {
    await app.close();
    await hasty.close();
  });
  const code = "int main() { return 0; }\n".repeat(200);
  const query = new URLSearchParams({ code, language: "cpp" });
  const { status, headers } = await app.send(`${PATH}?${query.toString()}`);
  assert.equal(status, 200);
  assert.equal(headers["x-code-language"], "plaintext; reason=timeout");
  assert.equal(headers["cache-control"], "no-store");
});

test("an unknown language is drawn as plain text", async () => {
  const response = await post({ code: "x", language: "klingon" });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("x-code-language"), "plaintext");
  assert.equal(response.headers.get("x-code-language-suggestion"), null);
});

test("the language that an unknown one probably means is suggested", async () => {
  const response = await post({ code: "x", language: "typscript" });
  assert.equal(response.headers.get("x-code-language"), "plaintext");
  assert.equal(response.headers.get("x-code-language-suggestion"), "typescript");
});

test("the language is derived from a file name or detected", async () => {
  for (const [request, language] of [
    [{ filename: "Dockerfile" }, "docker"],
    [{ language: "auto" }, "python"],
  ] as const) {
    const response = await post({ code: "def f(x):\n    return x\n", ...request });
    assert.equal(response.headers.get("x-code-language"), language);
  }
});

test("an SVG has its type, a policy and the headers of a PNG, by POST and by GET", async () => {
  const response = await post({ ...REQUEST, format: "SVG" });
  assert.equal(response.headers.get("content-type"), "image/svg+xml");
  assert.match(
    response.headers.get("content-security-policy") ?? "",
    /default-src 'none'.*sandbox/,
  );
  assert.equal(response.headers.get("x-code-language"), "python");
  const svg = await response.text();
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
  const url = new URL(server.url + PATH);
  const query = { ...REQUEST, format: "svg", highlightLines: "1", firstLine: "3", diff: "true" };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const got = await fetch(url);
  assert.equal(got.status, 200);
  assert.ok(got.headers.get("etag"));
  assert.equal((await post({ ...REQUEST, format: "gif" })).status, 422);
});

test("an error about a code image names every broken rule", async () => {
  const response = await post({ code: "", language: " ", theme: "Neon", fontSize: 30, scale: 1.5 });
  assert.equal(response.status, 422);
  const { error } = (await response.json()) as { error: string };
  for (const rule of [
    /code must not be empty/,
    /language must not be blank/,
    /fontSize must be at most 24/,
  ]) {
    assert.match(error, rule);
  }
  assert.match(error, /theme must be one of Dracula, .*Sunrise/);
  const long = await post({ code: "x".repeat(5001), language: "js" });
  assert.equal(long.status, 422);
});

test("an image that is too large is rejected with the number of lines that fit", async () => {
  const code = `${"x".repeat(120)}\n`.padEnd(5000, "\n");
  const response = await post({ code, language: "text", fontSize: 24 });
  assert.equal(response.status, 422);
  assert.match(await response.text(), /code must have at most \d+ lines/);
});

test("the list of languages is returned", async () => {
  const response = await fetch(`${server.url}${PATH}/languages`);
  const { languages } = (await response.json()) as {
    languages: { name: string; aliases: string[] }[];
  };
  assert.equal(languages.length, 243);
  assert.ok(languages.find(({ name }) => name === "go")?.aliases.includes("golang"));
});

test("a code image has the same bytes in any locale and time zone", async () => {
  const places: Record<string, string>[] = [
    { LANG: "C", TZ: "UTC" },
    { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", TZ: "Asia/Tokyo" },
    { LANG: "ar_EG.UTF-8", LC_ALL: "ar_EG.UTF-8", TZ: "America/St_Johns" },
  ];
  const digests = new Set<string>();
  const request = { ...REQUEST, code: `${REQUEST.code}İıſ سلام` };
  for (const place of places) {
    const there = await startServer({ TRUST_PROXY: "1", ...place });
    digests.add(await hashBody(await drawHighlighted(there.url, request)));
    await there.stop();
  }
  assert.equal(digests.size, 1);
});
