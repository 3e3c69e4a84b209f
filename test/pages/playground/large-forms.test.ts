import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Field } from "#src/web/form/field.js";
import { toInput } from "#src/web/form/input.js";
import type { Values } from "#src/web/form/values.js";
import type { RequestContext } from "#src/http/context.js";
import { tools } from "#src/tools/index.js";
import { createToolPageRoutes } from "#src/web/server/tool-routes.js";
import type { ToolSummary } from "#src/web/tool-summary.js";
import { toRequest } from "#src/web/tool/request.js";
import type { ToolView } from "#src/web/tool/view.js";

const base = { label: "", required: false } as const;
const ITEM: Field[] = [
  { ...base, name: "rate", kind: "number" },
  { ...base, name: "notes", kind: "record" },
  {
    ...base,
    name: "taxes",
    kind: "list",
    item: { ...base, name: "", kind: "object", fields: [{ ...base, name: "label", kind: "text" }] },
  },
];
const FIELDS: Field[] = [
  {
    ...base,
    name: "items",
    kind: "list",
    item: { ...base, name: "", kind: "object", fields: ITEM },
  },
];

/** Returns the values of a form with rows, and counts how often they are looked at. */
function createForm(rows: number) {
  const values: Values = {};
  for (let row = 0; row < rows; row++) {
    values[`items.${row}.rate`] = "7";
    values[`items.${row}.notes.by.hand`] = "yes";
    values[`items.${row}.taxes.0.label`] = "VAT";
  }
  const count = { looks: 0 };
  const counted = new Proxy(values, {
    get: (target, key: string) => (count.looks++, target[key]),
    getOwnPropertyDescriptor: (target, key) => (
      count.looks++,
      Object.getOwnPropertyDescriptor(target, key)
    ),
  });
  return { values: counted, count };
}

/** Returns how often making the input of a form with rows looks at a value, and the input. */
function countLooks(rows: number): { looks: number; input: object } {
  const { values, count } = createForm(rows);
  return { input: toInput(FIELDS, values), looks: count.looks };
}

/** Posts a form to a tool's page. Returns the turns of the event loop in which its steps ran. */
async function recordTurns(tool: ToolSummary, form: string) {
  let turn = 0;
  const next = () => {
    turn += 1;
    immediate = setImmediate(next);
  };
  let immediate = setImmediate(next);
  const turns: Record<string, number> = {};
  const routes = createToolPageRoutes(tool, {
    assets: {
      findFile: () => undefined,
      getStyles: () => undefined,
      guides: () => ({}),
      read: () => undefined,
    },
    getSite: () => ({ origin: "http://localhost", basePath: "", version: "1.0.0" }),
    injectApi: (_context, { body = {} }) => {
      turns["call"] = turn;
      const headers = { "content-type": "application/json" };
      const sent = Buffer.from(JSON.stringify(body));
      return Promise.resolve({ status: 200, headers, body: sent, durationMs: 1 });
    },
    render: () => {
      turns["render"] = turn;
      return Promise.resolve({ body: "" });
    },
  });
  const posted = routes.find(({ methods }) => methods.includes("POST"));
  await posted?.handler({ body: form } as RequestContext);
  clearImmediate(immediate);
  return turns;
}

describe("large forms", () => {
  it("a form with lists and records inside ten times the rows takes ten times the work", () => {
    const [few, many] = [countLooks(50), countLooks(500)];
    assert.ok(
      many.looks <= few.looks * 11,
      `${few.looks} looks for 50 rows, ${many.looks} for 500`,
    );
    const item = { rate: 7, notes: { "by.hand": "yes" }, taxes: [{ label: "VAT" }] };
    assert.deepEqual(many.input, { items: Array.from({ length: 500 }, () => item) });
  });

  it("the input of a form that is sent and shown as code is made once", () => {
    const { values, count } = createForm(500);
    const view = { fields: FIELDS, query: [] as Field[], apiPath: "/" } as ToolView;
    const request = toRequest(view, values);
    const { looks } = count;
    assert.equal(toRequest(view, values), request);
    assert.equal(count.looks, looks);
    assert.notEqual(toRequest({ ...view, apiPath: "/other" }, values), request);
  });

  it("a posted form is parsed, made a request, sent and rendered in different turns of the event loop", async () => {
    const tool = tools.find(({ name }) => name === "meeting-cost");
    assert.ok(tool);
    const form = "durationMinutes=45&attendees.0.hourlyRate=50";
    // The first one also loads the components.
    await recordTurns(tool, form);
    const turns = await recordTurns(tool, form);
    // One for the parser, and one for the request.
    assert.deepEqual(turns, { call: 2, render: 3 });
  });
});
