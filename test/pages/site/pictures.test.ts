import assert from "node:assert/strict";
import { it } from "node:test";
import { tools } from "#src/tools/index.js";
import type { RequestContext } from "#src/http/context.js";
import { createBarcodeTypesRoute } from "#src/web/server/barcode-types.js";
import { eventually } from "../../support/eventually.ts";
import type { InjectApi } from "#src/web/server/api.js";
import { createPreviews } from "#src/web/server/previews.js";

const context = {} as RequestContext;

/** Creates an API that fails until it is told otherwise. */
function createApi(body: string, type: string) {
  const api = { status: 503, calls: 0, last: undefined as object | undefined };
  const inject: InjectApi = (_context, call) => {
    api.calls += 1;
    api.last = call.body;
    const isFailing = api.status !== 200;
    return Promise.resolve({
      status: api.status,
      headers: { "content-type": isFailing ? "application/problem+json" : type },
      body: Buffer.from(isFailing ? `{"error":"busy"}` : body),
      durationMs: 1,
    });
  };
  return { api, inject };
}

it("pictures of barcodes that could not be drawn are neither kept nor cached", async () => {
  const { api, inject } = createApi(`<svg viewBox="0 0 9 9"><path/></svg>`, "image/svg+xml");
  const { handler } = createBarcodeTypesRoute(inject);
  const failed = await handler(context);
  assert.deepEqual([failed.status, failed.headers?.["cache-control"]], [503, "no-store"]);
  api.status = 200;
  const drawn = await handler(context);
  assert.match(drawn.body as string, /<view id="ean13".*<path\/>/);
  assert.equal(drawn.headers?.["cache-control"], "public, max-age=86400");
  const { calls } = api;
  await handler(context);
  assert.equal(api.calls, calls, "the file is drawn once");
});

it("a preview whose example failed for one visitor of the home page is made for the next", async () => {
  const { api, inject } = createApi(`{"algorithm":"sha256","hash":"abc"}`, "application/json");
  const hash = tools.filter(({ name }) => name === "hash");
  const loadPreviews = createPreviews(hash, inject);
  const site = { basePath: "", origin: "http://localhost", version: "1" };
  assert.equal((await loadPreviews(context, site)).size, 0);
  api.status = 200;
  await eventually(async () => {
    assert.deepEqual([...(await loadPreviews(context, site)).keys()], ["hash"]);
  });
  const { calls } = api;
  await loadPreviews(context, site);
  assert.equal(api.calls, calls, "an example runs once");
});

it("the example of a preview follows the day, and runs once a day", async ({ mock }) => {
  mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 5, 1, 12) });
  const { api, inject } = createApi(`{"rate":"1.1"}`, "application/json");
  api.status = 200;
  const currency = tools.filter(({ name }) => name === "currency");
  const loadPreviews = createPreviews(currency, inject);
  const site = { basePath: "", origin: "http://localhost", version: "1" };
  const load = (calls: number) =>
    eventually(async () => {
      const previews = await loadPreviews(context, site);
      assert.deepEqual([api.calls, previews.size], [calls, 1]);
    });
  await load(1);
  assert.deepEqual(api.last, { amount: 100, from: "USD", to: "EUR, GBP" });
  await load(1);
  mock.timers.setTime(Date.UTC(2026, 5, 2, 12));
  await load(2);
});
