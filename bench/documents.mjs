// Calculators and documents: the time of one response in this process, and requests per second over
// HTTP compared with a hand-written server that sends a canned body of the same size.
import { compileInput } from "../dist/lib/input/input.js";
import { readFees } from "../dist/fees/files.js";
import { renderPdf } from "../dist/pdf/render.js";
import { tools } from "../dist/tools/index.js";
import { toInvoice } from "../dist/tools/invoice/invoice.js";
import { toPdfDocument } from "../dist/tools/invoice/pdf/invoice-document.js";
import { load } from "./support/load.mjs";
import { computeMedian, spread, timeCalls } from "./support/numbers.mjs";
import { start } from "./support/server.mjs";

const ROUNDS = 5;

/** Number of callers that take turns, so that none reaches a limit of 30 a minute. */
const CALLERS = 60_000;

const items = Array.from({ length: 100 }, (_, index) => ({
  description: `Item number ${index} & more`,
  quantity: 1 + index / 4,
  rate: 99.95 + index,
}));

/**
 * Measurements: a tool, the changes to its example, its target in µs (`maxMicros`) and as a share
 * of the bare server (`minShare`).
 */
const SECTIONS = [
  { title: "invoice, HTML, 100 items", name: "invoice", members: { items }, maxMicros: 500 },
  {
    title: "invoice, JSON, 100 items",
    name: "invoice",
    members: { items },
    query: { format: "json" },
    maxMicros: 600,
  },
  { title: "profit", name: "profit-calculator", maxMicros: 20, minShare: 0.6 },
  {
    title: "profit, FBA",
    name: "profit-calculator",
    members: { platform: "amazon", amazonCategory: "Home & Kitchen (15%)", fbaWeight: 1.5 },
    maxMicros: 20,
  },
  {
    title: "profit, target margin",
    name: "profit-calculator",
    members: { targetMarginPct: 30 },
    maxMicros: 1000,
  },
  { title: "contract", name: "contract-generator", maxMicros: 200 },
];

/** A German invoice that every profile can carry. */
const COMPLETE = {
  issueDate: "2026-03-02",
  dueDate: "2026-04-01",
  currency: "EUR",
  buyerReference: "04011000-12345-67",
  from: {
    name: "Studio Lindqvist GmbH",
    street: "Torstraße 48",
    postalCode: "10119",
    city: "Berlin",
    countryCode: "DE",
    vatId: "DE123456789",
    contactName: "Ada Lindqvist",
    phone: "+49 30 1234567",
    email: "hello@lindqvist.example",
  },
  to: {
    name: "Stadt Köln",
    street: "Rathausplatz 1",
    postalCode: "50667",
    city: "Köln",
    countryCode: "DE",
    email: "rechnung@koeln.example",
  },
  payment: { iban: "DE89370400440532013000", qr: "epc" },
  taxRate: 19,
};

for (const format of ["xrechnung", "xrechnung-cii"]) {
  SECTIONS.push({
    title: `invoice, ${format}, 12 items`,
    name: "invoice",
    members: { ...COMPLETE, items: items.slice(0, 12) },
    query: { format },
    maxMicros: 1000,
  });
}

/** The resources of these tools: the clock and the fee schedules. */
const context = { now: () => Date.now(), fees: readFees() };
const product = await start(undefined, { TRUST_PROXY: "1" });
for (const section of SECTIONS) {
  const tool = tools.find(({ name }) => name === section.name);
  if (!tool) continue;
  console.log(section.title);
  const sample = await reportCalls(tool, section);
  await reportHttp(tool, section, sample);
}
product.stop();
reportPdf(12, 15);
reportPdf(100, 15);

/** Prints the processor time of an invoice's PDF after the fonts are loaded. */
function reportPdf(count, maxMs) {
  const invoice = tools.find(({ name }) => name === "invoice");
  const read = compileInput(invoice.input);
  const request = { ...COMPLETE, items: items.slice(0, count) };
  const render = () => renderPdf(toPdfDocument(toInvoice(read(request), context)));
  for (let warm = 0; warm < 20; warm++) render();
  const rounds = Array.from({ length: 20 }, () => {
    const before = process.cpuUsage();
    render();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  console.log(`invoice, PDF, ${count} items`);
  console.log(`  ${spread(rounds)} ms of CPU (target ${maxMs})`);
  if (computeMedian(rounds) > maxMs) process.exitCode = 1;
}

async function reportCalls(tool, { members, query = {}, maxMicros }) {
  const input = { ...tool.example, ...members };
  const read = compileInput(tool.input);
  const defaults = { format: "default", accept: "" };
  const options = { ...defaults, query: tool.query ? compileInput(tool.query)(query) : {} };
  const answer = async () => {
    const result = await tool.run(read(input), context);
    const { type, body } = (await tool.reply?.(result, options)) ?? {
      type: "application/json",
      body: result,
    };
    return { type, text: typeof body === "string" ? body : JSON.stringify(body) };
  };
  await timeCalls(answer, { calls: 200 });
  const times = await timeCalls(answer, { calls: 200 });
  console.log(`  in process ${spread(times)} µs (target ${maxMicros})`);
  return { input, ...(await answer()) };
}

async function reportHttp(tool, { query = {}, minShare }, { input, type, text }) {
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
  const target = minShare === undefined ? "" : ` (target ${minShare})`;
  console.log(`  ours ${spread(runs.ours, 0)} requests/s, bare ${spread(runs.bare, 0)}`);
  console.log(`  ${bytes} bytes, ratio ${spread(ratio)}${target}`);
  if (minShare !== undefined && computeMedian(ratio) < minShare) process.exitCode = 1;
}
