// Measures the largest request: 50 passwords of 128 characters. Target: under 1 ms.
import { randomInt } from "node:crypto";
import { compileInput } from "../dist/lib/input/input.js";
import tool from "../dist/tools/password/tool.js";
import { spread, timeCalls } from "./support/numbers.mjs";

const read = compileInput(tool.input);
const context = { randomInt: (bound) => randomInt(bound) };
const REQUESTS = {
  "50 of 128 characters": { count: 50, length: 128 },
  "the same with entropy": { count: 50, length: 128, includeEntropy: true },
  "50 of 4 characters, each class": { count: 50, length: 4 },
  "one of 16": {},
};
for (const [name, request] of Object.entries(REQUESTS)) {
  const make = () => tool.run(read(request), context);
  await timeCalls(make, { calls: 200, rounds: 1 });
  console.log(`${name}: ${spread(await timeCalls(make, { calls: 50 }), 1)} µs`);
}
