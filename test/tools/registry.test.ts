import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import { compileInput } from "#src/lib/input/input.js";
import type { Network } from "#src/lib/net/network.js";
import { createContext } from "#src/context.js";
import type { Tool } from "#src/tools/define.js";
import type { ToolContext } from "#src/tools/tool-context.js";
import { createMeasurements } from "#src/tools/carbon-footprint/crawl/measurements.js";
import { tools } from "#src/tools/index.js";
import { runTool } from "#src/tools/run.js";
import { root } from "../support/server.ts";

const ajv = new Ajv({ allErrors: true, strict: false, formats: { date: true } });

const PAGE = new TextEncoder().encode("<!doctype html><title>A page</title><p>Hello");

/** A network on which every address is the same small page. */
const network: Network = {
  openSession: async () => ({
    get: async (url) => ({
      url,
      status: 200,
      headers: { "content-type": "text/html" },
      headerBytes: 100,
      redirects: [],
      bodyBytes: PAGE.length,
      body: PAGE,
      truncated: false,
    }),
    remainingMs: () => 10_000,
    resetBudget: () => {},
    overBudgetCount: () => 0,
    close: () => undefined,
  }),
};
const options = { offline: true, allowCidrs: [], allowPorts: [], userAgent: "" };
const all: ToolContext = {
  ...createContext(options),
  network,
  measurements: createMeasurements(network, () => 0),
};

/** The context with the resources that a tool declares, as the command line creates it. */
function createContextOf({ resources }: Tool): ToolContext {
  const declared = ["now", "randomInt", ...resources] as const;
  return Object.fromEntries(declared.map((name) => [name, all[name]])) as unknown as ToolContext;
}

/** The paths of all tools, aliases included. */
const paths = tools.flatMap(({ path, aliases }) => [path, ...aliases]);

test("names, titles and paths belong to one tool each", () => {
  for (const values of [tools.map(({ name }) => name), tools.map(({ title }) => title), paths]) {
    assert.deepEqual(values, [...new Set(values)]);
  }
});

/** The hints that the schema module declares. */
const HINTS = new Set(
  Array.from(
    readFileSync(join(root, "src", "lib", "schema.ts"), "utf8").matchAll(/^ +"(x-[a-z-]+)"\?:/gm),
    ([, hint = ""]) => hint,
  ),
);

/** The parts of a schema that describe members. */
interface Described {
  description?: string;
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
}

/** Lists the members of a schema that have no description, by path. */
function listUndescribed(
  { properties = {}, items, anyOf = [] }: Described,
  path: string,
): string[] {
  const inner = [...(items ? [items] : []), ...anyOf];
  return [
    ...inner.flatMap((schema) => listUndescribed(schema, path)),
    ...Object.entries(properties).flatMap(([name, member]) =>
      (member.description ? [] : [`${path}.${name}`]).concat(
        listUndescribed(member, `${path}.${name}`),
      ),
    ),
  ];
}

for (const tool of tools) {
  test(`${tool.name}: every member of the input has a description`, () => {
    const schemas = [tool.input, tool.query ?? {}] as Described[];
    assert.deepEqual(
      schemas.flatMap((schema) => listUndescribed(schema, tool.name)),
      [],
    );
  });

  test(`${tool.name}: schemas have known hints only`, () => {
    const text = JSON.stringify([tool.input, tool.query ?? {}, tool.output]);
    const used = [...text.matchAll(/"(x-[a-z-]+)":/g)].map(([, hint = ""]) => hint);
    assert.deepEqual(
      used.filter((hint) => !HINTS.has(hint)),
      [],
    );
  });

  test(`${tool.name}: name, paths and header names are spelled by rule, and the summary is one sentence`, () => {
    assert.match(tool.name, /^[a-z]+(-[a-z]+)*$/);
    assert.match(tool.summary, /^[A-Z][^.!?]*\.$/, "a summary is one sentence");
    for (const path of [tool.path, ...tool.aliases]) {
      assert.match(path, /^\/api\/[a-z0-9/-]+$/);
    }
    for (const [header, says] of Object.entries(tool.headers)) {
      assert.match(header, /^X-[A-Z][A-Za-z-]+$/);
      assert.notEqual(says, "");
    }
  });

  test(`${tool.name}: the example is a valid input`, () => {
    if (tool.query) assert.ok(ajv.validateSchema(tool.query), ajv.errorsText(ajv.errors));
    const check = ajv.compile(tool.input);
    assert.ok(check(tool.example), ajv.errorsText(check.errors));
    assert.doesNotThrow(() => compileInput(tool.input)(tool.example));
  });

  test(`${tool.name}: the JSON reply to the example fits the output, member for member`, async () => {
    const { body } = await runTool(tool, tool.example, {
      context: createContextOf(tool),
      format: "json",
    });
    const check = ajv.compile({ ...tool.output, additionalProperties: false });
    const sent: unknown = JSON.parse(JSON.stringify(body));
    assert.ok(check(sent), ajv.errorsText(check.errors));
  });

  test(`${tool.name}: replies have the declared media types and headers`, async () => {
    for (const format of ["default", "file"] as const) {
      const { type, headers = {} } = await runTool(tool, tool.example, {
        context: createContextOf(tool),
        format,
      });
      assert.ok(tool.media.includes(type.replace(/;.*/, "")), type);
      // HTTP's own headers need no declaration, because clients know them.
      const own = Object.keys(headers).filter((name) => name !== "Content-Disposition");
      for (const name of own) assert.ok(tool.headers[name], name);
    }
  });

  test(`${tool.name}: the headline names members of the output`, () => {
    const { properties = {} } = tool.output as { properties?: object };
    for (const { value, lead = "", label, currency = "" } of tool.headline) {
      const named = [...`${lead} ${label}`.matchAll(/\{(\w+)(?::(?:money|\d))?\}/g)].map(
        ([, member = ""]) => member,
      );
      const members = [value, ...named, /^[A-Z]{3}$|^$/.test(currency) ? value : currency];
      for (const member of members) assert.ok(member in properties, member);
    }
  });
}
