import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ValidationError } from "#src/lib/errors.js";
import { parseHttpUrl } from "#src/lib/net/http-url.js";
import { type FetchedResponse, FetchError, type Network } from "#src/lib/net/network.js";
import { createMeasurements } from "#src/tools/carbon-footprint/crawl/measurements.js";

/** Creates a network of one page. Counts sessions, and fails on demand. */
function createOnePage() {
  const state = { visits: 0, failing: false };
  const network: Network = {
    async openSession() {
      state.visits += 1;
      if (state.failing) throw new FetchError("dns", "has a host that was not found in DNS");
      return {
        get: (url): Promise<FetchedResponse> =>
          Promise.resolve({
            url,
            status: 200,
            headers: { "content-type": "text/html" },
            headerBytes: 100,
            redirects: [],
            bodyBytes: 30,
            body: new TextEncoder().encode(`<link rel="icon" href="data:,">`),
            truncated: false,
          }),
        remainingMs: () => 20_000,
        overBudgetCount: () => 0,
        resetBudget: () => {},
        close: () => {},
      };
    },
  };
  return { state, network };
}

const isDns = (error: unknown) => error instanceof ValidationError && error.code === "dns";

describe("createMeasurements", () => {
  it("createMeasurements shares a running measurement and caches its result for 10 minutes", async () => {
    let time = 0;
    const { state, network } = createOnePage();
    const measurements = createMeasurements(network, () => time);
    const url = "https://site.example/";
    await Promise.all([
      measurements.measure(url),
      measurements.measure(`${url}#part`),
      measurements.measure(url),
    ]);
    time = 599_999;
    await measurements.measure(url);
    assert.equal(state.visits, 1);
    time = 600_001;
    await measurements.measure(url);
    assert.equal(state.visits, 2);
  });

  for (const [first, second] of [
    ["http:/site.example/", "http://site.example/"],
    ["http://site.example/", "http:/site.example/"],
  ] as const) {
    it(`createMeasurements does not share the result of ${first} with ${second}`, async () => {
      const { network } = createOnePage();
      const checked: Network = {
        async openSession(url) {
          parseHttpUrl(url);
          return network.openSession(url);
        },
      };
      const measurements = createMeasurements(checked, () => 0);
      const outcomes: string[] = [];
      for (const url of [first, second]) {
        await measurements.measure(url).then(
          () => outcomes.push("measured"),
          (error: ValidationError) => outcomes.push(error.code),
        );
      }
      const expected = [first, second].map((url) =>
        url.startsWith("http://") ? "measured" : "bad-url",
      );
      assert.deepEqual(outcomes, expected);
    });
  }

  it("createMeasurements caches a weight for 24 hours", async () => {
    let time = 0;
    const { state, network } = createOnePage();
    const measurements = createMeasurements(network, () => time);
    const url = "https://site.example/";
    assert.equal(await measurements.measureWeight(url), 130);
    time = 86_399_999;
    assert.equal(await measurements.measureWeight(`${url}#part`), 130);
    assert.equal(state.visits, 1);
    time = 86_400_000;
    await measurements.measureWeight(url);
    assert.equal(state.visits, 2);
  });

  it("createMeasurements caches a failure for 30 s and reports its code", async () => {
    let time = 0;
    const { state, network } = createOnePage();
    state.failing = true;
    const measurements = createMeasurements(network, () => time);
    await assert.rejects(measurements.measure("https://gone.example/"), isDns);
    time = 29_999;
    await assert.rejects(measurements.measure("https://gone.example/"), isDns);
    assert.equal(state.visits, 1);
    time = 30_001;
    state.failing = false;
    await measurements.measure("https://gone.example/");
    assert.equal(state.visits, 2);
  });
});
