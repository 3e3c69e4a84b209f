import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { root, type RunningServer, startServer } from "../../support/server.ts";
import { sendOverWire, type WireResponse } from "./wire.ts";

type Part = { text?: string; base64?: string; repeat?: string; times?: number };

interface Step {
  waitMs?: number;
  method: string;
  target: string;
  headers?: [string, string][];
  body?: Part[];
  times?: number;
  save?: Record<string, string>;
  expect: Expect;
}

interface Expect {
  status: number;
  at?: Record<string, unknown>;
  types?: Record<string, string>;
  patterns?: Record<string, string>;
  lengths?: Record<string, number>;
  absent?: string[];
  contains?: string[];
  lacks?: string[];
  headers?: Record<string, string>;
  headerPatterns?: Record<string, string>;
  headersAbsent?: string[];
  bodyBytes?: number;
  bodySha256?: string;
  rawHeaders?: [string, string][];
  msAtLeast?: number;
  msAtMost?: number;
}

interface Example {
  name: string;
  env?: Record<string, string>;
  steps: Step[];
}

const file = join(root, "test", "cases", "webhook.json");
const { cases: examples } = JSON.parse(readFileSync(file, "utf8")) as { cases: Example[] };

/**
 * Describes the contract's worked examples of the webhook inbox: those that wait, or the others.
 */
export function describeWebhookCases(selection: "slow" | "fast"): void {
  const selected = examples.filter((example) => isSlow(example) === (selection === "slow"));
  describe(`worked examples of /api/v1/webhook (${selection})`, { timeout: 300_000 }, () => {
    const servers = new Map<string, Promise<RunningServer>>();
    const directory = mkdtempSync(join(tmpdir(), "sundry-cases-"));
    after(async () => {
      for (const server of servers.values()) await (await server).stop();
      rmSync(directory, { recursive: true });
    });

    /** Returns the server for a set of variables. */
    function getServer(env: Record<string, string> = {}): Promise<RunningServer> {
      const key = JSON.stringify(env);
      const running =
        servers.get(key) ??
        startServer({
          DATA_DIR: join(directory, String(servers.size)),
          LOG_LEVEL: "info",
          ...stretchLife(env),
        });
      servers.set(key, running);
      return running;
    }

    for (const [number, example] of selected.entries()) {
      const tag = selection === "slow" ? " [slow]" : "";
      it(`the inbox responds as in the worked example "${example.name}"${tag}`, async () => {
        const { port } = await getServer(example.env);
        const variables = new Map([["inbox", `case-${number}`]]);
        for (const step of example.steps) await runStep(port, step, variables);
      });
    }
  });
}

/**
 * Milliseconds that a busy machine may add to a response. A wait of the wrong length would take 20
 * s.
 */
const BUSY_MS = 10_000;

/**
 * Inboxes live this many times as long as in the example, so that a machine that pauses does not
 * end them early.
 */
const LIFE_FACTOR = 3;

function stretchLife({ INBOX_TTL_SECONDS: seconds, ...others }: Record<string, string>) {
  if (seconds === undefined) return others;
  return { ...others, INBOX_TTL_SECONDS: String(Number(seconds) * LIFE_FACTOR) };
}

/** Returns true for an example that waits or measures time. */
function isSlow({ steps }: Example): boolean {
  return steps.some(
    ({ waitMs, expect }) =>
      waitMs !== undefined || expect.msAtLeast !== undefined || expect.msAtMost !== undefined,
  );
}

async function runStep(port: number, step: Step, variables: Map<string, string>): Promise<void> {
  if (step.waitMs !== undefined) {
    const ms = step.waitMs * LIFE_FACTOR;
    await new Promise((resolve) => setTimeout(resolve, ms));
    return;
  }
  for (let n = 1; n <= (step.times ?? 1); n++) {
    const fill = (text: string) =>
      text.replaceAll(/\{(\w+)\}/g, (all, name: string) => {
        return name === "n" ? String(n) : (variables.get(name) ?? all);
      });
    const response = await sendOverWire(port, {
      method: step.method,
      target: fill(step.target),
      headers: (step.headers ?? []).map(([name, value]) => [name, fill(value)]),
      body: Buffer.concat((step.body ?? []).map((part) => getPartBytes(part, fill))),
    });
    check(step.expect, response, fill);
    for (const [name, from] of Object.entries(step.save ?? {})) {
      const header = from.startsWith("header:") ? response.headers.get(from.slice(7)) : undefined;
      variables.set(name, header ?? String(getValueAt(JSON.parse(response.body.toString()), from)));
    }
  }
}

function getPartBytes({ text, base64, repeat, times = 1 }: Part, fill: (text: string) => string) {
  if (base64 !== undefined) return Buffer.from(base64, "base64");
  return Buffer.from(repeat === undefined ? fill(text ?? "") : repeat.repeat(times));
}

/** Returns the value at a JSON pointer; undefined when there is none. */
function getValueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((inner, step) => {
      const own = typeof inner === "object" && inner !== null && Object.hasOwn(inner, step);
      return own ? (inner as Record<string, unknown>)[step] : undefined;
    }, value);
}

function check(expect: Expect, response: WireResponse, fill: (text: string) => string): void {
  const text = response.body.toString();
  assert.equal(response.status, expect.status, text.slice(0, 300));
  checkJson(expect, text, fill);
  for (const part of expect.contains ?? []) assert.ok(text.includes(part), `lacks ${part}`);
  for (const part of expect.lacks ?? []) assert.ok(!text.includes(part), `has ${part}`);
  for (const [name, value] of Object.entries(expect.headers ?? {}))
    assert.equal(response.headers.get(name), value, name);
  for (const [name, value] of Object.entries(expect.headerPatterns ?? {}))
    assert.match(response.headers.get(name) ?? "", new RegExp(value), name);
  for (const name of expect.headersAbsent ?? []) assert.ok(!response.headers.has(name), name);
  if (expect.bodyBytes !== undefined) assert.equal(response.body.length, expect.bodyBytes);
  if (expect.bodySha256 !== undefined)
    assert.equal(createHash("sha256").update(response.body).digest("hex"), expect.bodySha256);
  assert.ok(response.ms >= (expect.msAtLeast ?? 0), `took ${response.ms} ms`);
  assert.ok(response.ms <= (expect.msAtMost ?? Infinity) + BUSY_MS, `took ${response.ms} ms`);
}

function checkJson(expect: Expect, text: string, fill: (text: string) => string): void {
  const { types = {}, patterns = {}, lengths = {}, absent = [], rawHeaders } = expect;
  const hasChecks = [expect.at ?? {}, types, patterns, lengths].some(
    (of) => Object.keys(of).length > 0,
  );
  if (!hasChecks && absent.length === 0 && !rawHeaders) return;
  const body: unknown = JSON.parse(text);
  for (const [pointer, value] of Object.entries(expect.at ?? {}))
    assert.equal(JSON.stringify(getValueAt(body, pointer)), fill(JSON.stringify(value)), pointer);
  for (const [pointer, type] of Object.entries(types))
    assert.equal(typeof getValueAt(body, pointer), type, pointer);
  for (const [pointer, pattern] of Object.entries(patterns))
    assert.match(String(getValueAt(body, pointer)), new RegExp(pattern), pointer);
  for (const [pointer, length] of Object.entries(lengths))
    assert.equal((getValueAt(body, pointer) as string).length, length, pointer);
  for (const pointer of absent) assert.equal(getValueAt(body, pointer), undefined, pointer);
  if (rawHeaders)
    checkRawHeaders(getValueAt(body, "/payloads/0/rawHeaders") as unknown[], rawHeaders);
}

/** Asserts that the pairs are present in this order; others may be between them. */
function checkRawHeaders(found: unknown[], wanted: [string, string][]): void {
  const pairs = found.map((pair) => JSON.stringify(pair));
  let from = 0;
  for (const pair of wanted.map((one) => JSON.stringify(one))) {
    const index = pairs.indexOf(pair, from);
    assert.ok(index !== -1, `${pair} is missing or out of order`);
    from = index + 1;
  }
}
