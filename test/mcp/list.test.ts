import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { Ajv } from "ajv";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { createCatalogs } from "#src/mcp/list/catalog.js";
import { tools as definitions } from "#src/tools/index.js";
import { connectTo } from "../support/mcp.ts";
import { type RunningServer, startServer } from "../support/server.ts";

type Schema = Record<string, unknown> & { properties: Record<string, Record<string, unknown>> };

interface Listed {
  name: string;
  title: string;
  description: string;
  inputSchema: Schema;
  outputSchema: Schema;
  annotations: Record<string, boolean>;
}

interface Cases {
  tasks: { task: string; tool: string; call: Record<string, unknown> }[];
}

const TASKS = ["mcp", "mcp-tasks"].flatMap((file) => {
  const url = new URL(`../../../test/cases/${file}.json`, import.meta.url);
  return (JSON.parse(readFileSync(url, "utf8")) as Cases).tasks;
});

let server: RunningServer;
let all: Listed[];
before(async () => {
  server = await startServer({ TRUST_PROXY: "1" });
  all = (await list()).tools;
});
after(() => server.stop());

const count = (value: unknown) => encode(JSON.stringify(value)).length;

async function post(
  method: string,
  options: { query?: string; headers?: object; params?: object },
) {
  const response = await fetch(`${server.url}/mcp${options.query ?? ""}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      ...options.headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: options.params ?? {} }),
  });
  // A message of the 2025 generation arrives as an event.
  const text = (await response.text()).replace(/^[^{]*/, "");
  const message = JSON.parse(text) as { result?: unknown; error?: unknown };
  return { status: response.status, usage: response.headers.get("x-usage-count"), ...message };
}

async function list(query = "", headers = {}): Promise<{ tools: Listed[] }> {
  return (await post("tools/list", { query, headers })).result as { tools: Listed[] };
}

async function listNames(query: string, headers = {}): Promise<string[]> {
  return (await list(query, headers)).tools.map(({ name }) => name);
}

describe("the budget of the list of MCP tools", () => {
  it("the list has at most 375 tokens a tool, and none over 1,100", () => {
    const sizes = all.map((tool) => [tool.name, count(tool)] as const);
    assert.ok(
      count(all) <= 375 * all.length,
      `${count(all)} of ${375 * all.length}: ${sizes.join(" ")}`,
    );
    assert.deepEqual(
      sizes.filter(([, size]) => size > 1_100),
      [],
    );
  });

  it("each set has at most 375 tokens a tool, or 2,000", async () => {
    for (const set of ["documents", "images", "calculators", "security", "webhooks"]) {
      const { tools } = await list(`?set=${set}`);
      const budget = Math.max(2_000, 375 * tools.length);
      assert.ok(count(tools) <= budget, `${set}: ${count(tools)} of ${budget}`);
    }
  });

  it("the list of the search mode has at most 700 tokens", async () => {
    const { tools } = await list("?mode=search");
    assert.ok(count(tools) <= 700, String(count(tools)));
  });

  it("the instructions have at most 200 tokens", async () => {
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    };
    const { result } = await post("initialize", { params });
    assert.ok(count((result as { instructions: string }).instructions) <= 200);
  });
});

const namesWith = (hint: string, value: boolean) =>
  all.filter(({ annotations }) => annotations[hint] === value).map(({ name }) => name);

it("the list of a selection of MCP tools is created once, however the request names it", () => {
  const getCatalog = createCatalogs(new Map());
  const find = (tools?: string) => getCatalog({ tools, set: undefined, mode: undefined }).list;
  assert.equal(find(), find());
  assert.equal(find(" ,"), find());
});

describe("listed MCP tools", () => {
  it("members that an earlier member has are written once", () => {
    const invoice = all.find(({ name }) => name === "invoice") ?? assert.fail();
    const { to } = invoice.inputSchema.properties;
    assert.match(String(to?.["description"]), /\. as from without website, taxNumber$/);
    const advanced = String(invoice.inputSchema["description"]);
    assert.match(advanced, / taxes: as items\.taxes, .* charges: as allowances, /);
  });

  it("the advanced members of a long input are written in its description", () => {
    const pdf = all.find(({ name }) => name === "pdf") ?? assert.fail();
    assert.deepEqual(Object.keys(pdf.inputSchema.properties), ["markdown"]);
    assert.match(String(pdf.inputSchema["description"]), /^Also \{.*pageSize: A4\|Letter\|A5, /);
  });

  it("listed schemas have neither references nor keywords that clients fail on", () => {
    const text = JSON.stringify(all);
    assert.doesNotMatch(text, /"(\$ref|\$defs|x-[\w-]+|patternProperties|oneOf|allOf)":|"type":\[/);
    for (const { inputSchema, outputSchema } of all) {
      for (const { properties } of [inputSchema, outputSchema]) {
        for (const member of Object.values(properties)) assert.ok(!("title" in member));
      }
    }
  });

  it("every listed member has a type and a short description", () => {
    for (const { name, description, inputSchema } of all) {
      assert.ok(description.length >= 40 && description.length <= 200, `${name}: ${description}`);
      for (const [member, schema] of Object.entries(inputSchema.properties)) {
        const path = `${name}: ${member}`;
        assert.ok(schema["type"] ?? schema["enum"] ?? schema["anyOf"], path);
        const text = String(schema["description"]);
        const plain = text.replace(/ ?[[{].*$/, "");
        assert.ok(
          plain.length > 0 && plain.length <= 122 && text.length <= 900,
          `${path}: ${text}`,
        );
      }
    }
  });

  it("every listed example has at most 80 tokens", () => {
    for (const { name, inputSchema } of all) {
      const [example] = inputSchema["examples"] as object[];
      assert.ok(count(example) <= 80, `${name}: ${count(example)}`);
    }
  });

  it("every member of a schema is named in the list, and examples fit it", () => {
    const ajv = new Ajv({ strict: false });
    for (const { name, input, query, example, briefExample } of definitions) {
      const { inputSchema } = all.find((tool) => tool.name === name) ?? assert.fail(name);
      const text = JSON.stringify(inputSchema);
      for (const member of listMembers({
        properties: { ...query?.properties, ...input.properties },
      }))
        assert.match(text, new RegExp(`\\b${member}\\b`), name);
      const isValid = ajv.compile(inputSchema);
      for (const each of [example, briefExample ?? example]) {
        assert.ok(isValid(each), `${name}: ${ajv.errorsText(isValid.errors)}`);
      }
    }
  });

  it("hints of tools tell apart those that change something or depend on chance", () => {
    assert.deepEqual(namesWith("readOnlyHint", false), ["inbox_respond"]);
    assert.deepEqual(namesWith("idempotentHint", false), [
      "password",
      "inbox_create",
      "inbox_wait",
      "batch",
    ]);
    assert.deepEqual(namesWith("destructiveHint", true), []);
  });

  it("the resource of a tool has its schemas in full and an example", async () => {
    const { client } = await connectTo(server.url, "auto", "192.0.2.20");
    const { resourceTemplates } = await client.listResourceTemplates();
    const templates = resourceTemplates.map(({ uriTemplate }) => uriTemplate);
    assert.ok(templates.includes("sundry://tools/{name}"));
    const { contents } = await client.readResource({ uri: "sundry://tools/invoice" });
    const [content] = contents as { mimeType: string; text: string }[];
    const tool = JSON.parse(content?.text ?? "") as Listed & { example: { items: object[] } };
    assert.equal(content?.mimeType, "application/json");
    assert.equal(tool.example.items.length, 4);
    assert.ok(JSON.stringify(tool.inputSchema).includes('"electronicAddress":{"type":"object"'));
    await assert.rejects(
      client.readResource({ uri: "sundry://tools/none" }),
      /sundry:\/\/tools\/none/,
    );
    await client.close();
  });

  for (const { task, tool, call } of TASKS) {
    it(`the list suffices for this task: ${task}`, async () => {
      const listed = all.find(({ name }) => name === tool) ?? assert.fail(tool);
      const text = JSON.stringify(listed);
      for (const member of listNamesIn(call)) assert.ok(text.includes(member), member);
      const isValid = new Ajv({ strict: false }).compile(listed.inputSchema);
      assert.ok(isValid(call), JSON.stringify(isValid.errors));
      const { result } = await post("tools/call", { params: { name: tool, arguments: call } });
      assert.equal((result as { isError?: boolean }).isError, undefined, JSON.stringify(result));
      const found = await callSearch("find_tool", { query: task, limit: 3 });
      const { tools } = found.structuredContent as { tools: { name: string }[] };
      assert.ok(
        tools.some(({ name }) => name === tool),
        tools.map(({ name }) => name).join(),
      );
    });
  }
});

async function callSearch(name: string, args: object, headers = {}) {
  const params = { name, arguments: args };
  const answer = await post("tools/call", { query: "?mode=search", params, headers });
  return answer.result as {
    isError?: boolean;
    content: { text: string }[];
    structuredContent: object;
  };
}

describe("a selection of MCP tools", () => {
  it("a query or a header selects tools and sets, and the query wins over its header", async () => {
    assert.deepEqual(await listNames("?tools=qr,hash"), ["qr", "hash"]);
    assert.deepEqual(await listNames("?set=security&tools=qr"), ["qr", "hash", "password"]);
    assert.deepEqual(await listNames("", { "x-sundry-tools": "qr" }), ["qr"]);
    assert.deepEqual(await listNames("", { "x-sundry-set": "security" }), ["hash", "password"]);
    assert.deepEqual(await listNames("?tools=hash", { "x-sundry-tools": "qr" }), ["hash"]);
    assert.equal((await listNames("?set=webhooks")).length, 7);
  });

  it("a tool outside of the selection is unknown", async () => {
    const { error } = await post("tools/call", { query: "?tools=qr", params: { name: "hash" } });
    assert.deepEqual(error, { code: -32602, message: "there is no tool hash" });
  });

  for (const [query, error] of [
    ["?set=x", 'set must be documents, images, calculators, security or webhooks; it is "x"'],
    ["?tools=rq", 'tools has no tool "rq" (did you mean qr?)'],
    ["?tools=zzzzzz", 'tools has no tool "zzzzzz"'],
    ["?mode=x", "mode must be search"],
  ] as const) {
    it(`an unknown name in ${query} is 400`, async () => {
      const answer = await post("tools/list", { query });
      assert.deepEqual([answer.status, answer.error], [400, error]);
    });
  }
});

describe("the search mode of MCP", () => {
  it("tools are found, described and called by three tools", async () => {
    assert.deepEqual(await listNames("?mode=search"), ["find_tool", "describe_tool", "call_tool"]);
    const described = await callSearch("describe_tool", { name: "qr" });
    assert.ok("example" in described.structuredContent);
    const direct = await post("tools/call", { params: { name: "hash", arguments: { text: "a" } } });
    const called = await callSearch("call_tool", { name: "hash", arguments: { text: "a" } });
    assert.deepEqual(called, direct.result);
    const wrong = await callSearch("describe_tool", { name: "hsah" });
    assert.equal(wrong.content[0]?.text, "name is not the name of a tool (did you mean hash?)");
  });

  it("calls count for the tool that they call, and searches do not count", async () => {
    const headers = { "x-forwarded-for": "192.0.2.30" };
    await callSearch("find_tool", { query: "hash" }, headers);
    await callSearch("describe_tool", { name: "hash" }, headers);
    assert.equal((await post("tools/list", { headers })).usage, "0");
    await callSearch("call_tool", { name: "hash", arguments: { text: "a" } }, headers);
    assert.equal((await post("tools/list", { headers })).usage, "1");
  });

  it("a selection restricts what is found", async () => {
    const params = { name: "find_tool", arguments: { query: "hash of a text", limit: 10 } };
    const { result } = await post("tools/call", { query: "?mode=search&tools=qr", params });
    const { tools } = (result as { structuredContent: { tools: { name: string }[] } })
      .structuredContent;
    assert.deepEqual(
      tools.map(({ name }) => name),
      ["qr"],
    );
  });
});

interface Node {
  properties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
}

function listMembers({ properties = {}, items, anyOf = [] }: Node): string[] {
  const nested = [...Object.values(properties), ...(items ? [items] : []), ...anyOf];
  return [...Object.keys(properties), ...nested.flatMap(listMembers)];
}

/** Lists the names of members of a value, except those that a caller chooses. */
function listNamesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listNamesIn);
  if (typeof value !== "object" || value === null) return [];
  const members = Object.keys(value).filter((name) => !/^(X|Stripe)-/.test(name));
  return members.concat(Object.values(value).flatMap(listNamesIn));
}
