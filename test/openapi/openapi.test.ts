import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ajv, type AnySchemaObject } from "ajv";
import { inlineReferences } from "../support/openapi.ts";
import { sendRaw } from "../support/raw.ts";
import { type RunningServer, startServer } from "../support/server.ts";

interface Answer {
  headers: Record<string, object>;
  content?: Record<string, { schema: AnySchemaObject }>;
}

interface Operation {
  parameters?: { name: string; in: string; example?: string | number | string[] }[];
  requestBody?: { content: Record<string, { example: object }> };
  responses: Record<string, Answer>;
}

interface Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
}

const ajv = new Ajv({ strict: false, formats: { date: true, "date-time": true, binary: true } });

/** Headers that only this API sends. */
const TELLING = /^(x-(?!content-type-options)|ratelimit|retry-after|etag)/;

describe("OpenAPI document", () => {
  let server: RunningServer;
  let source: string;
  let document: Document;
  before(async () => {
    server = await startServer({ OFFLINE: "true", BASE_PATH: "/base" });
    source = await (await fetch(`${server.url}/openapi.json`)).text();
    document = inlineReferences(source) as Document;
  });
  after(() => server.stop());

  it("the OpenAPI document describes a 422 only where a request has members", () => {
    const languages = document.paths["/api/v1/code-image/languages"]?.["get"]?.responses ?? {};
    const qr = document.paths["/api/v1/qr"]?.["get"]?.responses ?? {};
    assert.deepEqual(["422" in languages, "422" in qr], [false, true]);
  });

  it("the OpenAPI document has less than 200 kB and no hints of our own pages", () => {
    assert.ok(source.length < 200_000, `${source.length} bytes`);
    const hints = new Set(source.match(/"x-[a-z-]+"(?=:)/g));
    assert.deepEqual([...hints].sort(), ['"x-alias"', '"x-synonyms"', '"x-unit"']);
  });

  it("the OpenAPI document describes no JSON as text", () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    const wrong = operations
      .filter((operation) => "responses" in operation)
      .flatMap(({ responses }) => Object.values(responses))
      .filter((answer): answer is Answer => "content" in answer)
      .filter(({ content }) => content?.["application/json"]?.schema["type"] === "string");
    assert.deepEqual(wrong, []);
  });

  it("the OpenAPI document lists the media types that each tool accepts", async () => {
    const tools = Object.entries(document.paths).filter(
      ([path, { post }]) => post?.requestBody && !/webhook|inboxes|files|mcp|\{/.test(path),
    );
    assert.ok(tools.length > 10);
    for (const [path, { post }] of tools) {
      const headers = { "content-type": "text/plain" };
      const refusal = await fetch(server.url + path, { method: "POST", headers, body: "text" });
      const types = Object.keys(post?.requestBody?.content ?? {}).join(" or ");
      assert.deepEqual(
        [refusal.status, await refusal.json()],
        [415, { error: `Send the body with Content-Type: ${types}.` }],
        path,
      );
    }
  });

  it("the OpenAPI document passes the recommended lint rules", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source, config });
    const told = problems.map(({ ruleId, message, location }) => {
      return `${ruleId}: ${message} ${location[0]?.pointer}`;
    });
    assert.deepEqual(told, []);
  });

  it("the OpenAPI document lists exactly the served paths and methods", async () => {
    assert.deepEqual(document.servers, [{ url: "/base" }]);
    for (const [path, item] of Object.entries(document.paths)) {
      if (path.includes("{")) continue;
      const allowed = await fetch(server.url + path, { method: "OPTIONS" });
      assert.equal(allowed.status, 204, path);
      for (const method of Object.keys(item)) {
        assert.match(allowed.headers.get("allow") ?? "", new RegExp(method, "i"), path);
      }
    }
  });

  it("the OpenAPI document describes the response to each operation's example", async () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      ["get", "post"].flatMap((method) => {
        const operation = path.includes("{") ? undefined : item[method];
        return operation ? [{ path, method, operation }] : [];
      }),
    );
    assert.ok(operations.length > 15);
    for (const { path, method, operation } of operations) {
      const query = new URLSearchParams();
      // The default style of a parameter: a list is a repeated name.
      for (const { name, example } of operation.parameters ?? []) {
        for (const value of [example ?? []].flat()) query.append(name, String(value));
      }
      const example = operation.requestBody?.content["application/json"]?.example;
      const isFile = path === "/api/v1/files";
      const response = await fetch(`${server.url}${path}?${query.toString()}`, {
        method,
        ...((example ?? isFile) && { body: Buffer.from(JSON.stringify(example ?? "a file")) }),
      });
      const created = "201" in operation.responses ? 201 : 200;
      const expected = path.includes("carbon-footprint") ? 503 : created;
      assert.equal(response.status, expected, path);
      await assertDocumented(response, operation, `${method} ${path}`);
    }
  });

  it("the OpenAPI document requires the figures of one platform, and none of several", async () => {
    const profit = document.paths["/api/v1/profit-calculator"]?.["post"];
    const check = ajv.compile(getJsonSchema(profit));
    const sale = { salePrice: 25, materialCost: 6 };
    for (const platform of ["etsy", "all"]) {
      const body = JSON.stringify({ platform, ...sale });
      const url = `${server.url}/api/v1/profit-calculator`;
      const headers = { "content-type": "application/json" };
      const value = (await (await fetch(url, { method: "POST", body, headers })).json()) as object;
      assert.ok(check(value), ajv.errorsText(check.errors));
      assert.equal(check({ ...value, netProfit: undefined, platform: "etsy" }), false);
    }
  });

  it("the OpenAPI document describes 400 and 304 of GET operations", async () => {
    const pictures = { "/api/v1/qr": "?text=a", "/api/v1/code-image": "?code=a&language=js" };
    for (const [path, query] of Object.entries(pictures)) {
      const operation = document.paths[path]?.["get"];
      await ask(`${server.url}${path}?text=%ff`, operation);
      const picture = await fetch(server.url + path + query);
      const headers = { "if-none-match": picture.headers.get("etag") ?? "" };
      await ask(server.url + path + query, operation, { headers });
    }
  });

  it("the OpenAPI document describes every member of inbox responses", async () => {
    const inbox = document.paths["/api/v1/webhook/{id}"] ?? {};
    const about = document.paths["/api/v1/inboxes/{id}"] ?? {};
    const events = document.paths["/api/v1/inboxes/{id}/events"] ?? {};
    const url = `${server.url}/api/v1/webhook/documented`;
    await ask(url, inbox["get"]);
    const packed = { body: gzipSync("{}"), headers: { "content-encoding": "gzip" } };
    await ask(url, inbox["post"], { method: "POST", ...packed });
    const broken = { body: "{", headers: { "content-type": "application/json" } };
    await ask(url, inbox["put"], { method: "PUT", ...broken });
    const form = new FormData();
    form.append("note", "hello");
    for (const body of [form, "x".repeat(20_000)]) await fetch(url, { method: "POST", body });
    await fetch(url, { method: "OPTIONS", headers: { "access-control-request-method": "PUT" } });
    const plan = document.paths["/api/v1/inboxes/{id}/response"] ?? {};
    const planUrl = `${server.url}/api/v1/inboxes/documented/response`;
    await ask(planUrl, plan["get"]);
    const json = { headers: { "content-type": "application/json" } };
    const steps = [{ status: 500, times: 1 }];
    await ask(planUrl, plan["put"], { method: "PUT", body: JSON.stringify({ steps }), ...json });
    await fetch(url, { method: "POST" });
    // The server rejects this request by its head and stores a stub of it.
    await sendRaw(server.port, formatLargeRequest(new URL(url).pathname));
    const read = async (query: string) =>
      ((await ask(url + query, inbox["get"])) as { payloads: object[] }).payloads;
    const records = [...(await read("")), ...(await read("?excerpt=true"))];
    const seen = new Set(records.flatMap((record) => Object.keys(record)));
    await ask(planUrl, plan["delete"], { method: "DELETE" });
    const verify = document.paths["/api/v1/inboxes/{id}/records/{record}/verify"] ?? {};
    const { id } = records[0] as { id: string };
    const verifyUrl = `${server.url}/api/v1/inboxes/documented/records/${id}/verify`;
    const body = JSON.stringify({ secret: "a" });
    await ask(verifyUrl, verify["post"], { method: "POST", body, ...json });
    const { properties } = getJsonSchema(inbox["get"])["properties"].payloads.items;
    assert.deepEqual([...seen].sort(), Object.keys(properties).sort());
    await ask(`${server.url}/api/v1/inboxes/documented`, about["get"]);
    await ask(`${server.url}/api/v1/inboxes/documented/events?after=soon`, events["get"]);
  });
});

async function ask(address: string, operation: Operation | undefined, init?: RequestInit) {
  assert.ok(operation);
  return assertDocumented(await fetch(address, init), operation, address);
}

/**
 * Checks that the status of the response is documented, with its type, our headers and every
 * member of its body.
 */
async function assertDocumented(response: Response, operation: Operation, what: string) {
  const answer = operation.responses[String(response.status)];
  assert.ok(answer, `${what}: ${response.status}`);
  const documented = new Set(Object.keys(answer.headers).map((name) => name.toLowerCase()));
  for (const name of response.headers.keys()) {
    if (TELLING.test(name)) assert.ok(documented.has(name), `${what}: header ${name}`);
  }
  if (response.status === 304 || response.status === 204) return undefined;
  const type = response.headers.get("content-type")?.replace(/;.*/, "") ?? "";
  const schema = answer.content?.[type]?.schema;
  assert.ok(schema, `${what}: ${type}`);
  if (type !== "application/json" || response.status >= 400) return undefined;
  const check = ajv.compile(closeObjects(schema) as AnySchemaObject);
  const value: unknown = await response.json();
  assert.ok(check(value), `${what}: ${ajv.errorsText(check.errors)}`);
  return value;
}

function getJsonSchema(operation: Operation | undefined): AnySchemaObject {
  const answer = operation?.responses["200"];
  const schema = answer?.content?.["application/json"]?.schema;
  assert.ok(schema);
  return schema;
}

/** A request that declares a body larger than an inbox accepts. */
function formatLargeRequest(path: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 6000000\r\n\r\nThe beginning`;
}

/** Returns the schema with closed objects, so that an undocumented member is an error. */
function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, closeObjects(value)]),
  );
  // Cases of an object have no type of their own.
  const isObject = "properties" in schema && "type" in schema;
  return isObject ? { ...inner, additionalProperties: false } : inner;
}
