import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, describe, it } from "node:test";
import { type RunningServer, startServer } from "../support/server.ts";

interface Operation {
  path: string;
  method: string;
  responses: Record<string, object>;
  requestBody?: { content?: Record<string, { example?: object }> };
}

/**
 * Statuses that are not checked here: success, and those that need load, time, a fault or a job,
 * which other tests cause.
 */
const NOT_CAUSED = /^(2\d\d|304|401|408|409|410|416|429|50\d)$/;

type Headers = Record<string, string> | string[];

const JSON_TYPE = { "content-type": "application/json" };

/** Requests with one error each. */
const MISTAKES: { headers?: Headers; query?: string; body?: string }[] = [
  { query: "?%ff=%ff" },
  { query: "?after=x&limit=x&format=x&type=x&width=x&amount=x&to=x&platform=x&url=x&name=a/b" },
  { headers: ["Host", "127.0.0.1", "Host", "127.0.0.1"] },
  { headers: { host: "stranger.example" } },
  { headers: { origin: "https://stranger.example" } },
  { headers: { "x-long": "x".repeat(70_000) } },
  { headers: JSON_TYPE, body: "{" },
  { headers: JSON_TYPE, body: "[]" },
  { headers: { "content-type": "text/plain" }, body: "text" },
  { headers: { ...JSON_TYPE, "content-length": "100000000000" } },
];

describe("the statuses of OpenAPI", () => {
  let server: RunningServer;
  let operations: Operation[];
  let record: string;
  before(async () => {
    server = await startServer({ OFFLINE: "true" });
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, Operation>>;
    };
    operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        "responses" in operation ? [{ ...operation, path, method: method.toUpperCase() }] : [],
      ),
    );
    const sent = await fetch(`${server.url}/api/v1/webhook/known`, { method: "POST", body: "a" });
    ({ id: record } = (await sent.json()) as { id: string });
  });
  after(() => server.stop());

  it("the documented statuses of each operation are those that requests cause", async () => {
    assert.ok(operations.length > 35);
    for (const operation of operations) {
      const documented = Object.keys(operation.responses);
      const caused = await causeErrors(operation);
      const title = `${operation.method} ${operation.path}`;
      assert.deepEqual(
        caused.filter((status) => !documented.includes(status)),
        [],
        `${title}: not documented`,
      );
      assert.deepEqual(
        documented.filter((status) => !NOT_CAUSED.test(status) && !caused.includes(status)),
        [],
        `${title}: not caused`,
      );
    }
  });

  async function causeErrors({ path, method, requestBody }: Operation): Promise<string[]> {
    const body = JSON.stringify(requestBody?.content?.["application/json"]?.example ?? {});
    const statuses = new Set<number>();
    const mistakes = requestBody ? MISTAKES : MISTAKES.filter((one) => one.body === undefined);
    for (const { headers = JSON_TYPE, query = "", ...mistake } of mistakes) {
      const options = { path: fillIn(path, "known", record) + query, method };
      const sent = requestBody ? (mistake.body ?? body) : undefined;
      statuses.add(await ask({ ...options, headers }, "content-length" in headers ? "" : sent));
    }
    for (const [inbox, id] of [
      ["%ff", record],
      ["unknown", "unknown"],
    ] as const) {
      const options = { path: fillIn(path, inbox, id), method, headers: JSON_TYPE };
      statuses.add(await ask(options, requestBody && body));
    }
    return [...statuses].map(String);
  }

  /** Sends a request and returns the status of its response. */
  function ask(
    options: { path: string; method: string; headers: Headers },
    body: string | undefined,
  ): Promise<number> {
    return new Promise((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port: server.port, ...options }, (response) => {
        resolve(response.statusCode ?? 0);
        // Streams do not end, and large bodies are never sent.
        sent.destroy();
      });
      sent.on("error", reject);
      if ("content-length" in options.headers) sent.flushHeaders();
      else sent.end(body);
    });
  }
});

function fillIn(path: string, inbox: string, record: string): string {
  const tool = inbox === "known" ? "hash" : inbox;
  return path
    .replace("jobs/{id}", `jobs/${tool}`)
    .replace("{id}", inbox)
    .replace("{record}", record)
    .replace("{file}", "0")
    .replace("{name}", "a.png")
    .replace("{tool}", tool);
}
