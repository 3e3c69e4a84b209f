// Calculators and documents: what one answer takes in process, and requests a second over HTTP beside a
// hand-written server that answers a canned body of the same size.
import { compileInput } from "../dist/lib/input/input.js";
import { readFees } from "../dist/fees/files.js";
import { tools } from "../dist/tools/index.js";
import { load } from "./support/load.mjs";
import { median, spread, timeCalls } from "./support/numbers.mjs";
import { start } from "./support/server.mjs";

const ROUNDS = 5;

/** So many that none comes near a limit of 30 a minute. */
const CALLERS = 60_000;

const items = Array.from({ length: 100 }, (_, index) => ({
  description: `Item number ${index} & more`,
  quantity: 1 + index / 4,
  rate: 99.95 + index,
}));

/** Each a tool and what its example is changed by, the most µs that it may take, the least share of bare. */
const SECTIONS = [
  { title: "invoice, HTML, 100 items", name: "invoice", members: { items }, most: 500 },
  {
    title: "invoice, JSON, 100 items",
    name: "invoice",
    members: { items },
    query: { format: "json" },
    most: 600,
  },
  { title: "profit", name: "profit-calculator", most: 20, least: 0.6 },
  {
    title: "profit, FBA",
    name: "profit-calculator",
    members: { platform: "amazon", amazonCategory: "Home & Kitchen (15%)", fbaWeight: 1.5 },
    most: 20,
  },
  {
    title: "profit, target margin",
    name: "profit-calculator",
    members: { targetMarginPct: 30 },
    most: 1000,
  },
  { title: "contract", name: "contract-generator", most: 200 },
];

/** None of these tools reaches more of the world than its clock and its fee schedules. */
const world = { now: () => Date.now(), fees: readFees() };
const product = await start(undefined, { TRUST_PROXY: "1" });
for (const section of SECTIONS) {
  const tool = tools.find(({ name }) => name === section.name);
  if (!tool) continue;
  console.log(section.title);
  const sample = reportCalls(tool, section);
  await reportHttp(tool, section, sample);
}
product.stop();

function reportCalls(tool, { members, query = {}, most }) {
  const input = { ...tool.example, ...members };
  const read = compileInput(tool.input);
  const form = { form: "default", accept: "" };
  const wish = { ...form, query: tool.query ? compileInput(tool.query)(query) : {} };
  const answer = () => {
    const result = tool.run(read(input), world);
    const { type, body } = tool.reply?.(result, wish) ?? { type: "application/json", body: result };
    return { type, text: typeof body === "string" ? body : JSON.stringify(body) };
  };
  timeCalls(answer, { calls: 200 });
  console.log(`  in process ${spread(timeCalls(answer, { calls: 200 }))} µs (target ${most})`);
  return { input, ...answer() };
}

async function reportHttp(tool, { query = {}, least }, { input, type, text }) {
  const bytes = String(Buffer.byteLength(text));
  const canned = new URL("./support/canned.mjs", import.meta.url).pathname;
  const bare = await start(canned, { ANSWER_BYTES: bytes, ANSWER_TYPE: type });
  const path = `${tool.path}?${new URLSearchParams(query)}`;
  const job = { body: JSON.stringify(input), callers: CALLERS, seconds: 2 };
  const runs = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++) {
    runs.ours.push((await load({ ...job, url: product.url + path })).perSecond);
    runs.bare.push((await load({ ...job, url: bare.url + path })).perSecond);
  }
  bare.stop();
  const ratio = runs.ours.map((perSecond, round) => perSecond / runs.bare[round]);
  const target = least === undefined ? "" : ` (target ${least})`;
  console.log(`  ours ${spread(runs.ours, 0)} requests/s, bare ${spread(runs.bare, 0)}`);
  console.log(`  ${bytes} bytes, ratio ${spread(ratio)}${target}`);
  if (least !== undefined && median(ratio) < least) process.exitCode = 1;
}
