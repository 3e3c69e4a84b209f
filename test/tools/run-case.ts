import assert from "node:assert/strict";
import { createCaller } from "../support/post.ts";

/** A worked example: a request and the expected response. */
export interface Case {
  name: string;
  request?: unknown;
  raw?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  method?: string;
  expect: Expectation;
}

interface Expectation {
  status: number;
  body?: unknown;
  keys?: string[];
  in?: string;
  contains?: string[];
  notContains?: string[];
  matches?: Record<string, string>;
  headers?: Record<string, string>;
  errorContains?: string[];
}

/** A file of worked examples. */
export interface CaseFile {
  method: string;
  path: string;
  cases: Case[];
}

/** Sends a case from a new client address (the server trusts one proxy) and checks the response. */
export async function runCase(origin: string, file: CaseFile, example: Case) {
  const response = await send(origin, file, example);
  const bytes = Buffer.from(await response.arrayBuffer());
  check(example.expect, response, bytes.toString());
  return { response, bytes };
}

function send(origin: string, file: CaseFile, example: Case): Promise<Response> {
  const { raw, request, query = {}, headers = {}, method = file.method } = example;
  const url = new URL(file.path, origin);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const hasBody = method !== "GET" && method !== "HEAD";
  return fetch(url, {
    method,
    headers: { "content-type": "application/json", ...createCaller(), ...headers },
    ...(hasBody && { body: raw ?? JSON.stringify(expand(request)) }),
  });
}

/** Expands `$repeat` and `$items`. */
function expand(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((entry: unknown) => {
      const { $items, times } = (entry ?? {}) as { $items?: unknown; times?: number };
      if ($items === undefined) return [expand(entry)];
      return Array.from({ length: times ?? 1 }, () => expand($items));
    });
  }
  if (typeof value !== "object" || value === null) return value;
  const { $repeat, times } = value as { $repeat?: string; times?: number };
  if ($repeat !== undefined) return $repeat.repeat(times ?? 1);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, expand(member)]));
}

function check(expect: Expectation, response: Response, text: string): void {
  assert.equal(response.status, expect.status, text.slice(0, 500));
  for (const [name, part] of Object.entries(expect.headers ?? {})) {
    assert.ok(response.headers.get(name)?.includes(part), `${name}: ${response.headers.get(name)}`);
  }
  if (expect.status >= 400) {
    const error = JSON.parse(text) as { error: string };
    assert.deepEqual(Object.keys(error), ["error"]);
    for (const part of expect.errorContains ?? [])
      assert.ok(error.error.includes(part), error.error);
  }
  checkText(expect, text);
  checkJson(expect, text);
}

function checkText(expect: Expectation, text: string): void {
  const within = expect.in === undefined ? text : String((JSON.parse(text) as never)[expect.in]);
  for (const part of expect.contains ?? []) assert.ok(within.includes(part), `lacks ${part}`);
  for (const part of expect.notContains ?? []) assert.ok(!within.includes(part), `has ${part}`);
}

function checkJson(expect: Expectation, text: string): void {
  if (expect.body !== undefined) assertHolds(JSON.parse(text), expect.body, "");
  if (expect.keys) {
    assert.deepEqual(Object.keys(JSON.parse(text) as object).sort(), expect.keys.toSorted());
  }
  for (const [path, pattern] of Object.entries(expect.matches ?? {})) {
    const value = path
      .split(".")
      .reduce<unknown>((at, step) => (at as never)[step], JSON.parse(text));
    assert.match(String(value), new RegExp(pattern, "u"));
  }
}

/** Objects may have more members; lists and single values are exact. */
function assertHolds(actual: unknown, expected: unknown, at: string): void {
  if (Array.isArray(expected)) {
    assert.ok(Array.isArray(actual), `${at} is no list`);
    assert.equal(actual.length, expected.length, `${at} has another length`);
    for (const [index, entry] of expected.entries()) {
      assertHolds(actual[index], entry, `${at}/${index}`);
    }
  } else if (typeof expected === "object" && expected !== null) {
    for (const [name, member] of Object.entries(expected)) {
      assertHolds((actual as Record<string, unknown> | undefined)?.[name], member, `${at}/${name}`);
    }
  } else {
    assert.deepEqual(actual, expected, at);
  }
}
