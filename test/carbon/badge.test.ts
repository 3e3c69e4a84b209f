import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import { drawBadge } from "#src/tools/carbon-footprint/badge.js";
import { type RunningServer, startServer } from "../support/server.ts";

describe("drawBadge", () => {
  const url = "https://site.example/<script>";
  for (const [co2PerVisitGrams, expected] of [
    [0.000148, "A+ · &lt;0.001 g CO₂"],
    [0.0354, "A+ · 0.035 g CO₂"],
    [0.2, "A+ · 0.2 g CO₂"],
    [12.345, "A+ · 12 g CO₂"],
  ] as const) {
    it(`a badge shows ${co2PerVisitGrams} g as ${expected}`, () => {
      const svg = drawBadge({ url, grade: "A+", co2PerVisitGrams });
      assert.ok(svg.includes(`>${expected}</text>`), svg);
      assert.ok(svg.includes(`aria-label="website carbon: ${expected} per visit"`));
      assert.ok(!svg.includes("script"));
    });
  }
});

describe("GET /api/v1/carbon-footprint/badge", () => {
  let product: RunningServer;
  let visits = 0;
  const site = createServer((_request, response) => {
    visits += 1;
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><link rel="icon" href="data:,"><p>text`);
  });
  before(async () => {
    product = await startServer({ FETCH_ALLOW_CIDRS: "127.0.0.1/32", FETCH_ALLOW_PORTS: "*" });
    await once(site.listen(0, "127.0.0.1"), "listening");
  });
  after(async () => {
    site.close();
    await product.stop();
  });

  const getBadge = (url: string) =>
    fetch(
      `${product.url}/api/v1/carbon-footprint/badge?${new URLSearchParams({ url }).toString()}`,
    );

  it("GET /api/v1/carbon-footprint/badge returns an SVG that may be cached for 24 h, and measures the page once", async () => {
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    const responses = [await getBadge(url), await getBadge(url)];
    for (const response of responses) {
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("content-type"), "image/svg+xml; charset=utf-8");
      assert.equal(response.headers.get("cache-control"), "public, max-age=86400");
      assert.match(response.headers.get("ratelimit-policy") ?? "", /q=20;w=60/);
      assert.match(await response.text(), /^<svg .*A\+ · &lt;0\.001 g CO₂.*<\/svg>$/);
    }
    assert.equal(visits, 1);
  });

  for (const [url, error] of [
    ["example.com", /^url is a bad URL: /],
    ["http://127.0.0.2/", /^url is blocked /],
    ["", /^url /],
  ] as const) {
    it(`GET /api/v1/carbon-footprint/badge responds to url ${JSON.stringify(url)} with 422 and JSON`, async () => {
      const response = await getBadge(url);
      assert.equal(response.status, 422);
      assert.match(((await response.json()) as { error: string }).error, error);
    });
  }
});
