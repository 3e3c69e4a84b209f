import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { UnavailableError } from "#src/lib/errors.js";
import { FetchError } from "#src/lib/net/network.js";
import { limitDnsLookups } from "#src/fetch/dns.js";

/** Creates a resolver whose responses the test triggers, and the list of names it was asked for. */
function stub() {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const resolve = (name: string) => {
    asked.push(name);
    return new Promise<[]>((answer) => answers.push(() => answer([])));
  };
  return { asked, answers, jobs: limitDnsLookups(resolve) };
}

/** Returns the errors that these lookups end with. */
const collectErrors = (lookups: Promise<unknown>[]) =>
  Promise.all(lookups.map((lookup) => lookup.catch((error: unknown) => error)));

it("limitDnsLookups runs one lookup of a job at a time and skips lookups that timed out in the queue", async (test) => {
  test.mock.timers.enable({ apis: ["setTimeout"] });
  const { asked, answers, jobs } = stub();
  const [job, other] = [jobs(), jobs()];
  const errors = collectErrors(["a", "b"].map(job));
  const found = other("c");
  await turn();
  answers[1]?.();
  assert.deepEqual(await found, []);
  test.mock.timers.tick(5_000);
  const [hung, waited] = await errors;
  assert.ok(hung instanceof FetchError && hung.code === "dns");
  assert.ok(waited instanceof UnavailableError);
  answers[0]?.();
  await turn();
  const after = job("d");
  await turn();
  answers[2]?.();
  assert.deepEqual(await after, []);
  assert.deepEqual(asked, ["a", "c", "d"]);
});

it("limitDnsLookups rejects with UnavailableError when lookups of two other jobs hang", async (test) => {
  test.mock.timers.enable({ apis: ["setTimeout"] });
  const { asked, jobs } = stub();
  const errors = collectErrors(["a", "b", "c"].map((name) => jobs()(name)));
  await turn();
  test.mock.timers.tick(5_000);
  const [, , third] = await errors;
  assert.ok(third instanceof UnavailableError && third.kind === "overloaded");
  assert.deepEqual(asked, ["a", "b"]);
});
