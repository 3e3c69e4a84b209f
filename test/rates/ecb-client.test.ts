import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import { createSafeFetch } from "#src/fetch/safe-fetch.js";
import { formatDay, parseDay } from "#src/lib/dates/date.js";
import { createRateBook, type RateBook } from "#src/rates/book.js";
import { formatCsv } from "#src/rates/csv.js";
import { chooseDocument, createEcbClient, type RefreshOutcome } from "#src/rates/ecb-client.js";
import { createDailyXml, type Rates, toXml, createZip } from "./documents.ts";

/** Returns the rates of the newest shipped day, with changes. */
function createRatesWith(changes: Rates = {}): Rates {
  const { rates } = createRateBook({});
  const entries = rates.referenceCodes.flatMap((code) => {
    const rate = rates.rateOn(code, rates.newestDay);
    return rate ? [[code, String(rate.units / 10 ** rate.decimals)]] : [];
  });
  return { ...(Object.fromEntries(entries) as Rates), ...changes };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The newest shipped day is Monday, 2026-04-13; this is an hour after the next publication. */
const NEXT_DAY = "2026-04-14T15:00:00Z";

const send =
  (body: string | Buffer): Handler =>
  (_request, response) =>
    void response.end(body);

/** Returns the days of an update, or the problem. */
function summarize(outcome: RefreshOutcome): string {
  if (outcome.kind === "current") return "current";
  if (outcome.kind === "failed") return outcome.problem;
  const days = outcome.sheet.rows.map(({ day }) => formatDay(day)).join(" ");
  return outcome.problem === undefined ? days : `${days}; ${outcome.problem}`;
}

function redirectTo(location: string): Handler {
  return (_request, response) => void response.writeHead(302, { location }).end();
}

const choose = (newest: string, now: string) => chooseDocument(parseDay(newest), Date.parse(now));

describe("the ECB's rates", () => {
  let server: Server;
  let url: string;
  let handle: Handler;
  let asked: IncomingMessage[];
  before(async () => {
    server = createServer((request, response) => {
      asked.push(request);
      handle(request, response);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stats/eurofxref/`;
  });
  after(() => void server.close());

  const network = createSafeFetch({
    offline: false,
    allowCidrs: ["127.0.0.1/32"],
    allowPorts: undefined,
    userAgent: "Sundry/test",
    now: () => Date.now(),
  });

  interface Setting {
    now?: string;
    timeoutMs?: number;
    book?: RateBook;
  }

  function createClientFor({
    now = NEXT_DAY,
    timeoutMs = 60_000,
    book = createRateBook({}),
  }: Setting) {
    asked = [];
    return createEcbClient({ book, network, now: () => Date.parse(now), url, timeoutMs });
  }

  const ask = (answer: Handler, setting: Setting = {}): Promise<RefreshOutcome> => {
    handle = answer;
    return createClientFor(setting).fetchMissing();
  };

  it("rates that are one day behind come from the daily document", async () => {
    const outcome = await ask(
      send(createDailyXml("2026-04-14", createRatesWith({ USD: "1.1999" }))),
    );
    assert.equal(summarize(outcome), "2026-04-14");
    assert.deepEqual(
      asked.map((request) => request.url),
      ["/stats/eurofxref/eurofxref-daily.xml"],
    );
    assert.equal(asked[0]?.headers["user-agent"], "Sundry/test");
  });

  it("rates up to 90 days behind come from the document of 90 days, older ones from the archive", async () => {
    const days = {
      "2026-04-15": createRatesWith(),
      "2026-04-14": createRatesWith(),
      "2026-04-13": createRatesWith(),
    };
    const recent = await ask(send(toXml(days)), { now: "2026-04-15T15:00:00Z" });
    assert.equal(summarize(recent), "2026-04-14 2026-04-15");
    assert.match(asked[0]?.url ?? "", /eurofxref-hist-90d\.xml$/);

    const codes = Object.keys(createRatesWith());
    const createRow = (day: string) => ({
      day: parseDay(day),
      cells: Object.values(createRatesWith()),
    });
    const csv = formatCsv({
      codes,
      rows: [createRow("2026-04-13"), createRow("2026-04-14"), createRow("2026-11-20")],
    });
    const zip = createZip({ "eurofxref-hist.csv": Buffer.from(csv) });
    const history = await ask(send(zip), { now: "2026-11-22T12:00:00Z" });
    assert.equal(summarize(history), "2026-04-14 2026-11-20");
    assert.match(asked[0]?.url ?? "", /eurofxref-hist\.zip$/);
  });

  it("nothing is fetched when no day is missing", async () => {
    assert.equal(summarize(await ask(send(""), { now: "2026-04-14T13:59:59Z" })), "current");
    assert.equal(asked.length, 0);
  });

  it("late rates are requested with If-Modified-Since, and 304 changes nothing", async () => {
    const client = createClientFor({});
    const date = "Mon, 13 Apr 2026 14:05:00 GMT";
    handle = (request, response) => {
      response.setHeader("last-modified", date);
      if (request.headers["if-modified-since"] === date) response.writeHead(304).end();
      else response.end(createDailyXml("2026-04-13", createRatesWith()));
    };
    assert.equal(summarize(await client.fetchMissing()), "current");
    assert.equal(summarize(await client.fetchMissing()), "current");
    assert.deepEqual(
      asked.map(({ headers }) => headers["if-modified-since"]),
      [undefined, date],
    );
  });

  const refused: [what: string, answer: () => Handler, problem: RegExp][] = [
    [
      "HTML",
      () => send("<!doctype html><p>Maintenance"),
      /daily\.xml is not a document of the ECB's/,
    ],
    [
      "a truncated document",
      () => send(createDailyXml("2026-04-14", createRatesWith()).slice(0, -40)),
      /ends before its end/,
    ],
    [
      "a document that breaks off",
      () => (_request, response) => {
        response.writeHead(200, { "content-length": 5_000 });
        response.write("<?xml");
        response.destroy();
      },
      /daily\.xml /,
    ],
    [
      "a document a year old",
      () => send(createDailyXml("2025-04-14", createRatesWith())),
      /ends on 2025-04-14, before 2026-04-13/,
    ],
    [
      "a rate ten times too high",
      () => send(createDailyXml("2026-04-14", createRatesWith({ USD: "11.684" }))),
      /^USD is 11\.684 on 2026-04-14 and was 1\.1684 before$/,
    ],
    [
      "a rate ten times too low",
      () => send(createDailyXml("2026-04-14", createRatesWith({ JPY: "18.675" }))),
      /^JPY is 18\.675/,
    ],
    [
      "too few currencies",
      () => send(createDailyXml("2026-04-14", { USD: "1.17" })),
      /^2026-04-14 has 1 currencies/,
    ],
    [
      "a day in the future",
      () => send(createDailyXml("2026-04-15", createRatesWith())),
      /^2026-04-15 is in the future$/,
    ],
    [
      "a server error",
      () => (_request, response) => void response.writeHead(503).end(),
      /status 503/,
    ],
    ["an empty document", () => send(""), /is not a document of the ECB's/],
    [
      "a redirect to another host",
      () => redirectTo("https://example.com/x.xml"),
      /redirects to another site/,
    ],
    [
      "a redirect to a private address",
      () => redirectTo("http://10.0.0.1/x.xml"),
      /redirects to another site/,
    ],
    [
      "a redirect to another port of its host",
      () => redirectTo("http://127.0.0.1:1/x.xml"),
      /redirects to another site/,
    ],
    [
      "more than 4 MiB",
      () => (_request, response) => {
        response.on("error", () => {});
        response.end(Buffer.alloc(5 * 1024 ** 2, 32));
      },
      /is longer than 4194304 bytes/,
    ],
  ];
  for (const [what, answer, problem] of refused) {
    it(`the ECB client rejects ${what}`, async () => {
      const book = createRateBook({});
      const outcome = await ask(answer(), { book });
      assert.equal(outcome.kind, "failed");
      assert.match(summarize(outcome), problem);
      assert.equal(formatDay(book.newestDay()), "2026-04-13");
    });
  }

  it("rates on a weekend are rejected, and those from the first implausible day on", async () => {
    const now = "2026-04-20T15:00:00Z";
    const saturday = {
      "2026-04-17": createRatesWith(),
      "2026-04-18": createRatesWith(),
      "2026-04-20": createRatesWith(),
    };
    assert.equal(
      summarize(await ask(send(toXml(saturday)), { now })),
      "2026-04-17; 2026-04-18 is not a TARGET day",
    );
  });

  it("the ECB client follows a redirect on the same site", async () => {
    const outcome = await ask((request, response) => {
      if (request.url?.includes("moved"))
        response.end(createDailyXml("2026-04-14", createRatesWith()));
      else response.writeHead(301, { location: "/moved/eurofxref-daily.xml" }).end();
    });
    assert.equal(summarize(outcome), "2026-04-14");
  });

  it("an ECB request that takes too long is aborted", async () => {
    const outcome = await ask((_request, response) => void response.write("<?xml"), {
      timeoutMs: 40,
    });
    assert.match(summarize(outcome), /timed out/);
  });

  it("the ECB client rejects a site whose name resolves to a private address", async () => {
    const guarded = createSafeFetch({
      offline: false,
      allowCidrs: [],
      allowPorts: [443],
      userAgent: "Sundry/test",
      now: () => Date.now(),
      resolve: () => Promise.resolve([{ address: "10.0.0.7", family: 4 }]),
    });
    const client = createEcbClient({
      book: createRateBook({}),
      network: guarded,
      now: () => Date.parse(NEXT_DAY),
    });
    assert.match(summarize(await client.fetchMissing()), /is not at a public address/);
  });
});

describe("chooseDocument", () => {
  it("chooseDocument selects the smallest document with every missing day", () => {
    assert.equal(choose("2026-04-13", "2026-04-13T20:00:00Z"), undefined);
    assert.equal(choose("2026-04-10", "2026-04-12T20:00:00Z"), undefined);
    assert.equal(choose("2026-04-10", "2026-04-13T20:00:00Z"), "eurofxref-daily.xml");
    assert.equal(choose("2026-04-02", "2026-04-07T20:00:00Z"), "eurofxref-daily.xml", "Easter");
    assert.equal(choose("2026-04-10", "2026-04-14T20:00:00Z"), "eurofxref-hist-90d.xml");
    assert.equal(choose("2026-04-13", "2026-07-10T20:00:00Z"), "eurofxref-hist-90d.xml");
    assert.equal(choose("2026-04-13", "2026-07-15T20:00:00Z"), "eurofxref-hist.zip");
    assert.equal(choose("2026-04-13", "2020-01-01T00:00:00Z"), undefined, "a clock that is wrong");
  });
});
