import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Field } from "#src/web/form/field.js";
import { toInput } from "#src/web/form/input.js";
import type { Values } from "#src/web/form/values.js";
import type { RequestContext } from "#src/http/context.js";
import { createTaskPool, type TaskRunner } from "#src/lib/workers/task-pool.js";
import { tools } from "#src/tools/index.js";
import type { Assets } from "#src/web/server/assets.js";
import { createPageRenderer } from "#src/web/server/page-renderer.js";
import { createToolPageRoutes } from "#src/web/server/tool-pages/tool-routes.js";
import type { ToolSummary } from "#src/web/tool-summary.js";
import { toRequest } from "#src/web/tool/tool-request.js";
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

/** Returns the input of a form with rows, and how often creating it read a value. */
function countLooks(rows: number): { looks: number; input: object } {
  const { values, count } = createForm(rows);
  return { input: toInput(FIELDS, values), looks: count.looks };
}

const SITE = { origin: "http://localhost", basePath: "", version: "1.0.0" };

/**
 * Posts forms to a tool's page at the same time. Returns the turns of the event loop in which they
 * were sent to the API, and in which the pages were rendered.
 */
async function recordTurns(tool: ToolSummary, forms: readonly string[]) {
  let turn = 0;
  const next = () => {
    turn += 1;
    immediate = setImmediate(next);
  };
  let immediate = setImmediate(next);
  const turns = { calls: [] as number[], renderings: [] as number[] };
  const assets: Assets = {
    findFile(name) {
      // A page is rendered with its font.
      if (name.endsWith(".woff2")) turns.renderings.push(turn);
      return undefined;
    },
    getStyles: () => undefined,
    read: () => undefined,
  };
  const routes = createToolPageRoutes(tool, {
    assets,
    getSite: () => SITE,
    render: createPageRenderer(assets, () => SITE),
    injectApi: () => {
      turns.calls.push(turn);
      const headers = { "content-type": "application/json" };
      const body = Buffer.from(`{"error":"busy"}`);
      return Promise.resolve({ status: 503, headers, body, durationMs: 1 });
    },
  });
  const posted = routes.find(({ methods }) => methods.includes("POST"));
  const replies = forms.map(async (body) => {
    const context = { body, headers: {}, preferredEncoding: () => undefined };
    return posted?.handler(context as unknown as RequestContext);
  });
  try {
    for (const reply of await Promise.all(replies)) assert.equal(reply?.status, 200);
  } finally {
    clearImmediate(immediate);
  }
  return turns;
}

/** Posts a form to a tool's page. Returns the page. */
async function postForm(tool: ToolSummary, body: string, tasks?: TaskRunner): Promise<unknown> {
  const assets: Assets = {
    findFile: () => undefined,
    getStyles: () => undefined,
    read: () => undefined,
  };
  const routes = createToolPageRoutes(tool, {
    assets,
    getSite: () => SITE,
    render: createPageRenderer(assets, () => SITE, tasks),
    injectApi: () => {
      const headers = { "content-type": "application/json" };
      return Promise.resolve({ status: 200, headers, body: Buffer.from("{}"), durationMs: 1 });
    },
  });
  const client = { ipPrefix: "192.0.2.1" };
  const context = { body, client, headers: {}, preferredEncoding: () => undefined };
  const posted = routes.find(({ methods }) => methods.includes("POST"));
  return (await posted?.handler(context as unknown as RequestContext))?.body;
}

describe("large forms", () => {
  it("a page that shows over 8 kB of a form is rendered by a worker in its client's turn, and is the same", async (test) => {
    const pool = createTaskPool({ workers: 1, deadlineMs: 60_000 });
    test.after(() => pool.close());
    const clients: unknown[] = [];
    const tasks: TaskRunner = {
      run(task, input, options) {
        clients.push(options?.client);
        return pool.run(task, input, options);
      },
    };
    const hash = tools.find(({ name }) => name === "hash");
    assert.ok(hash);
    const large = `text=${"<b>".repeat(3_000)}`;
    const rendered = (await postForm(hash, large, tasks)) as Uint8Array;
    assert.equal(Buffer.from(rendered).toString(), await postForm(hash, large));
    assert.deepEqual(clients, ["192.0.2.1"]);
    await postForm(hash, "text=small", tasks);
    assert.equal(clients.length, 1);
  });

  it("a form with lists and records inside ten times the rows takes ten times the work", () => {
    const [few, many] = [countLooks(50), countLooks(500)];
    assert.ok(
      many.looks <= few.looks * 11,
      `${few.looks} looks for 50 rows, ${many.looks} for 500`,
    );
    const item = { rate: 7, notes: { "by.hand": "yes" }, taxes: [{ label: "VAT" }] };
    assert.deepEqual(many.input, { items: Array.from({ length: 500 }, () => item) });
  });

  it("of a list with more rows than the API allows one row too many is sent", () => {
    const [items] = FIELDS;
    assert.ok(items);
    const few = [{ ...items, maxItems: 20 }];
    const [fewRows, manyRows] = [createForm(21), createForm(500)];
    const input = toInput(few, manyRows.values);
    assert.deepEqual(input, toInput(few, fewRows.values));
    const ratio = manyRows.count.looks / fewRows.count.looks;
    // Each value is read once to find the filled rows, and others only of rows that are sent.
    assert.ok(ratio < 15, `${ratio} times the work`);
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

  it("forms that are posted together are parsed, sent and rendered each in a turn of the event loop", async () => {
    const tool = tools.find(({ name }) => name === "meeting-cost");
    assert.ok(tool);
    const form = "durationMinutes=45&attendees.0.hourlyRate=50";
    // The first one also loads the components.
    await recordTurns(tool, [form]);
    const { calls, renderings } = await recordTurns(tool, [form, form, form]);
    const steps = [...calls, ...renderings];
    assert.equal(new Set(steps).size, 6, `${steps.join(", ")} are not six turns`);
    // Before it each of the three has a turn for its parser and one for its input.
    assert.ok(Math.min(...steps) > 6, `the first call is in turn ${calls[0]}`);
  });
});
