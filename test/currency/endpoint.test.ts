import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { connectTo } from "../support/mcp.ts";
import { createCaller, postJson } from "../support/post.ts";
import { root, type RunningServer, startServer } from "../support/server.ts";

const run = promisify(execFile);

interface Body {
  amount: number;
  from: string;
  date: string;
  asOf: string;
  stale: boolean;
  results: { to: string; result: number }[];
  warnings: string[];
  error: string;
}

const readBody = async (response: Response) => (await response.json()) as Body;

const createEntry = (code: string, name: string, more: object) => ({ code, name, ...more });

const writeRatesFile = (text: string) => {
  const file = join(mkdtempSync(join(tmpdir(), "sundry-fx-")), "rates.csv");
  writeFileSync(file, text);
  return file;
};

describe("/api/v1/currency", () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ TRUST_PROXY: "1" });
  });
  after(() => server.stop());

  const get = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/v1/currency${query}`, { headers: { ...createCaller(), ...headers } });
  const post = (body: object) => postJson(`${server.url}/api/v1/currency`, body);
  it("POST and GET /api/v1/currency return the same", async () => {
    const request = { amount: 250.5, from: "USD", to: ["EUR", "JPY"], date: "2026-04-11" };
    const posted = await post(request);
    const got = await get("?amount=250.5&from=usd&to=eur,JPY&date=2026-04-11");
    const body = await readBody(posted);
    assert.deepEqual(body, await readBody(got));
    assert.deepEqual(Object.keys(body).sort(), [
      "amount",
      "asOf",
      "date",
      "from",
      "results",
      "source",
      "stale",
      "warnings",
    ]);
    assert.deepEqual([body.asOf, body.results[0]?.result], ["2026-04-10", 213.9]);
    for (const response of [posted, got]) {
      assert.equal(response.headers.get("x-rates-as-of"), "2026-04-10");
      assert.equal(response.headers.get("x-rates-stale"), "false");
      assert.match(response.headers.get("ratelimit-policy") ?? "", /^"currency";q=60;w=60$/);
    }
    assert.equal(posted.headers.get("cache-control"), "no-store");
    assert.match(posted.headers.get("access-control-expose-headers") ?? "", /X-Rates-As-Of/);
  });

  it("every response format reports old rates", async () => {
    const response = await post({ to: "USD" });
    const { stale, warnings, asOf } = await readBody(response);
    assert.deepEqual([stale, asOf, warnings.length], [true, "2026-04-13", 1]);
    const csv = await get("?to=USD&start=2026-04-01", { accept: "text/csv" });
    assert.equal(csv.headers.get("x-rates-stale"), "true");
  });

  it("GET /api/v1/currency may be cached, as immutable for days that cannot change", async () => {
    const getCacheControl = async (query: string) =>
      (await get(query)).headers.get("cache-control");
    const hour = "public, max-age=3600";
    assert.equal(await getCacheControl("?to=USD"), hour);
    assert.equal(await getCacheControl("?to=USD&date=2026-04-13"), hour);
    assert.equal(await getCacheControl("?to=USD&date=2026-04-12"), `${hour}, immutable`);
    assert.equal(
      await getCacheControl("?to=USD&start=2026-04-01&end=2026-04-10"),
      `${hour}, immutable`,
    );
    assert.equal(await getCacheControl("?to=USD&start=2026-04-01"), hour);
    const first = await get("?to=USD&date=2026-04-10");
    const etag = first.headers.get("etag") ?? "";
    assert.match(etag, /^"[\w-]+"$/);
    const again = await get("?to=USD&date=2026-04-10", { "if-none-match": etag });
    assert.deepEqual([again.status, await again.text()], [304, ""]);
    assert.equal(again.headers.get("etag"), etag);
    const other = await get("?to=GBP&date=2026-04-10", { "if-none-match": etag });
    assert.equal(other.status, 200);
  });

  it("a series is listed as JSON, lines of JSON or CSV", async () => {
    const query = "?to=USD,RUB&start=2022-03-01&end=2022-03-02";
    const requestAs = async (accept: string) => {
      const response = await get(query, { accept });
      assert.equal(response.headers.get("vary"), "Accept");
      return [response.headers.get("content-type"), await response.text()];
    };
    assert.deepEqual(await requestAs("application/x-ndjson"), [
      "application/x-ndjson; charset=utf-8",
      '{"date":"2022-03-01","rates":{"USD":1.1162,"RUB":117.201}}\n{"date":"2022-03-02","rates":{"USD":1.1106}}\n',
    ]);
    assert.deepEqual(await requestAs("text/csv"), [
      "text/csv; charset=utf-8",
      "date,USD,RUB\n2022-03-01,1.1162,117.201\n2022-03-02,1.1106,\n",
    ]);
    const [type, text] = await requestAs("*/*");
    assert.equal(type, "application/json; charset=utf-8");
    const { days } = JSON.parse(String(text)) as { days: object[] };
    assert.equal(days.length, 2);
    const posted = await fetch(`${server.url}/api/v1/currency`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/csv", ...createCaller() },
      body: JSON.stringify({ to: "USD", start: "2026-04-13" }),
    });
    assert.equal(await posted.text(), "date,USD\n2026-04-13,1.1684\n");
  });

  it("errors of /api/v1/currency name the field's path", async () => {
    const response = await post({ to: "USD", date: "2026-04-10", start: "2026-04-10" });
    assert.equal(response.status, 422);
    assert.deepEqual(await readBody(response), {
      error: "date must not be sent together with start and end",
    });
    assert.equal((await get("?amount=1e3")).status, 422);
    assert.equal((await get("?maxAgeDays=1&to=USD")).status, 422);
  });

  it("GET /api/v1/currency takes several codes as a repeated name and with commas", async () => {
    for (const query of ["?to=USD&to=GBP", "?to=USD,GBP"]) {
      const { results } = (await readBody(await get(query))) as { results: { to: string }[] };
      assert.deepEqual(
        results.map(({ to }) => to),
        ["USD", "GBP"],
      );
    }
  });

  it("the currencies are listed", async () => {
    const response = await fetch(`${server.url}/api/v1/currency/currencies`);
    const { asOf, currencies } = (await response.json()) as {
      asOf: string;
      currencies: { code: string }[];
    };
    assert.equal(asOf, "2026-04-13");
    assert.equal(currencies.length, 74);
    const find = (code: string) => currencies.find((one) => one.code === code);
    assert.deepEqual(
      find("JPY"),
      createEntry("JPY", "Japanese Yen", {
        minorUnits: 0,
        first: "1999-01-04",
        last: "2026-04-13",
        kind: "reference",
      }),
    );
    assert.deepEqual(
      find("RUB"),
      createEntry("RUB", "Russian Ruble", {
        minorUnits: 2,
        first: "2005-04-01",
        last: "2022-03-01",
        kind: "reference",
      }),
    );
    assert.deepEqual(
      find("HRK"),
      createEntry("HRK", "Croatian Kuna", {
        minorUnits: 2,
        first: "2005-04-01",
        last: "2026-04-13",
        kind: "legal",
      }),
    );
    assert.deepEqual(
      find("TMT"),
      createEntry("TMT", "Turkmenistani Manat", {
        minorUnits: 2,
        first: "2015-01-01",
        last: "2026-04-13",
        kind: "peg",
      }),
    );
    assert.deepEqual(
      find("EUR"),
      createEntry("EUR", "Euro", {
        minorUnits: 2,
        first: "1999-01-04",
        last: "2026-04-13",
        kind: "same",
      }),
    );
  });

  it("the metrics show the age of the rates", async () => {
    const publishedMs = Date.parse("2026-04-13T14:00:00Z");
    const readAge = () => Math.floor((Date.now() - publishedMs) / 1000);
    const earliest = readAge();
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const age = Number(/^sundry_rates_age_seconds (\d+)$/m.exec(metrics)?.[1]);
    assert.ok(age >= earliest && age <= readAge() + 1, `${age}`);
  });

  it("currency conversions run over MCP and on the command line", async () => {
    const { client, call } = await connectTo(server.url, "auto", "192.0.2.9");
    const { structuredContent } = await call("currency", { to: "USD", date: "2026-04-10" });
    assert.equal((structuredContent as Body).results[0]?.result, 1.17);
    await client.close();
    const sundry = join(root, "dist", "cli", "sundry.js");
    const words = ["currency", "--amount", "100", "--from", "GBP", "--to", "USD,EUR"];
    const { stdout } = await run(process.execPath, [sundry, ...words, "--date", "2026-04-10"]);
    const { results } = JSON.parse(stdout) as Body;
    assert.deepEqual(
      results.map(({ to, result }) => [to, result]),
      [
        ["USD", 134.45],
        ["EUR", 114.8],
      ],
    );
  });

  it("the page of currency conversions converts", async () => {
    const page = await fetch(`${server.url}/tools/currency`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "amount=100&from=USD&to=EUR%2C+JPY&date=2026-04-10",
    });
    assert.equal(page.status, 200);
    assert.match(await page.text(), /85\.39/);
  });
});

describe("FX_FILE", () => {
  it("FX_FILE overrides the shipped rates", async () => {
    const server = await startServer({
      FX_FILE: writeRatesFile("Date,USD,\n2026-04-14,1.2,\n2026-04-13,1.5,\n"),
      OFFLINE: "true",
    });
    try {
      const getRate = async (date: string) => {
        const response = await postJson(`${server.url}/api/v1/currency`, { to: "USD", date });
        return ((await response.json()) as Body).results[0]?.result;
      };
      assert.deepEqual([await getRate("2026-04-10"), await getRate("2026-04-13")], [1.17, 1.5]);
      assert.equal(await getRate("2026-04-14"), 1.2);
    } finally {
      await server.stop();
    }
  });

  it("a malformed or missing FX_FILE stops the start with one line", async () => {
    const refused: [text: string, message: RegExp][] = [
      ["Date,USD\n2026-04-14,x\n", /^Error: ended with 1: FX_FILE \S+: line 2: USD must be .*\n$/],
      ["", /^Error: ended with 1: FX_FILE \S+: line 1: must begin with Date.*\n$/],
    ];
    for (const [text, message] of refused) {
      await assert.rejects(startServer({ FX_FILE: writeRatesFile(text) }), message);
    }
    await assert.rejects(
      startServer({ FX_FILE: "/nowhere.csv" }),
      /1: FX_FILE \/nowhere\.csv: ENOENT.*\n$/,
    );
  });
});
