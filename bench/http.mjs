// Requests a second through the whole shell, against a hand-written node:http server doing the same
// work. Target: at least 0.92 of its requests at 64 connections, p99 at most 1.3 times its own.
import { load } from "./support/load.mjs";
import { computeMedian, spread } from "./support/numbers.mjs";
import { start } from "./support/server.mjs";

const CASES = {
  "/api/v1/hash": { text: "The quick brown fox jumps over the lazy dog", algorithm: "sha256" },
  "/api/v1/meeting-cost": {
    attendees: [
      { hourlyRate: 90, name: "Ada" },
      { hourlyRate: 75.5, name: "Grace" },
      { hourlyRate: 60 },
    ],
    durationMinutes: 45,
  },
};
const ROUNDS = 7;

/**
 * Number of callers that take turns, because meeting cost is limited to 60 a minute and hash is
 * not.
 */
const CALLERS = { "/api/v1/hash": 0, "/api/v1/meeting-cost": 60_000 };

const ours = await start(undefined, { TRUST_PROXY: "1" });
const bare = await start(new URL("./support/bare-tools.mjs", import.meta.url).pathname);
for (const [path, input] of Object.entries(CASES)) {
  const body = JSON.stringify(input);
  const callers = CALLERS[path];
  const runs = { ours: [], bare: [] };
  await load({ url: ours.url + path, body, seconds: 2, callers });
  await load({ url: bare.url + path, body, seconds: 2, callers });
  for (let round = 0; round < ROUNDS; round++) {
    runs.ours.push(await load({ url: ours.url + path, body, callers }));
    runs.bare.push(await load({ url: bare.url + path, body, callers }));
  }
  const ratio = runs.ours.map(({ perSecond }, round) => perSecond / runs.bare[round].perSecond);
  const tail = runs.ours.map(({ p99 }, round) => p99 / runs.bare[round].p99);
  console.log(path);
  for (const [name, results] of Object.entries(runs)) {
    const rate = spread(
      results.map(({ perSecond }) => perSecond),
      0,
    );
    console.log(`  ${name}: ${rate} requests/s, p99 ${spread(results.map(({ p99 }) => p99))} ms`);
  }
  console.log(
    `  ratio ${spread(ratio)} (target 0.92), p99 ratio ${spread(tail)} (target at most 1.3)`,
  );
  if (computeMedian(ratio) < 0.92) process.exitCode = 1;
}
ours.stop();
bare.stop();
