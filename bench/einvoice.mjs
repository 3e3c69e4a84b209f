// Received invoices: processor time of reading and judging an XRechnung, beside fontoxpath that
// interprets the same rules; then delay of other requests, and memory, while 50 are read together.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContext } from "../dist/context.js";
import reader from "../dist/tools/einvoice-read/tool.js";
import writer from "../dist/tools/invoice/tool.js";
import { runTool } from "../dist/tools/run.js";
import { computeMedian, spread } from "./support/numbers.mjs";
import { judge, loadSets } from "./support/fontoxpath-rules.mjs";
import { start } from "./support/server.mjs";

const ROUNDS = 15;
const MIB = 1024 ** 2;
const PARTY = {
  street: "Torstraße 48",
  postalCode: "10119",
  city: "Berlin",
  countryCode: "DE",
  email: "a@lindqvist.example",
};

const context = createContext({ offline: true, allowCidrs: [], allowPorts: [], userAgent: "" });
const folder = mkdtempSync(join(tmpdir(), "bench-einvoice-"));
let isMet = true;

function report(text, isGood) {
  if (!isGood) isMet = false;
  console.log(`${text}${isGood ? "" : "  MISSED"}`);
}

async function writeInvoice(lines) {
  const input = {
    invoiceNumber: "R-1",
    dueDate: "2030-01-01",
    currency: "EUR",
    buyerReference: "04011000-12345-67",
    from: {
      ...PARTY,
      name: "Studio",
      vatId: "DE123456789",
      contactName: "Ada",
      phone: "+49 30 12345",
    },
    to: { ...PARTY, name: "Stadt" },
    items: Array.from({ length: lines }, (_, n) => ({
      description: `Item ${n}`,
      quantity: 1,
      rate: 10,
    })),
    taxRate: 19,
    payment: { iban: "DE89370400440532013000" },
  };
  const options = { context, query: { format: "xrechnung" }, format: "file" };
  return (await runTool(writer, input, options)).body;
}

/** Repeats the lines of an invoice ten times, whose sums are then ten times as high. */
function repeatLines(xml) {
  const first = xml.indexOf("  <cac:InvoiceLine>");
  const last = xml.indexOf("</Invoice>") === -1 ? xml.lastIndexOf("</") : xml.indexOf("</Invoice>");
  const lines = xml.slice(first, last);
  const head = xml
    .slice(0, first)
    .replaceAll(/(currencyID="EUR">)(\d+)\.(\d)(\d)/g, (_, tag, whole, tenth, rest) => {
      return `${tag}${whole}${tenth}.${rest}0`;
    });
  const repeated = Array.from({ length: 10 }, (_, n) =>
    lines.replaceAll(/(<cac:InvoiceLine>\s*<cbc:ID>)(\d+)/g, `$1${n}0000$2`),
  );
  return head + repeated.join("") + xml.slice(last);
}

/** Returns the processor time of a call in milliseconds, all threads together. */
async function time(run) {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function read(xml) {
  const { body } = await runTool(reader, { xml }, { context });
  if (body.valid !== true) throw new Error(JSON.stringify(body.messages.slice(0, 3)));
}

async function measure(run) {
  const times = [];
  for (let round = 0; round < ROUNDS * 2; round++) times.push(await time(run));
  return times.slice(ROUNDS);
}

const PRINT_TIME =
  `data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();
process.stderr.write("\\ncpu "+(user+system)/1000)})`.replaceAll("\n", "");

/** Returns wall and processor time of a fresh process. */
function measureProcess(words) {
  const startMs = performance.now();
  const { stderr, status } = spawnSync(process.execPath, ["--import", PRINT_TIME, ...words]);
  const wall = performance.now() - startMs;
  const cpu = Number(/cpu (.*)$/.exec(stderr.toString())?.[1]);
  if (status !== 0) throw new Error(stderr.toString());
  return { wall, cpu };
}

const small = await writeInvoice(12);
const medium = await writeInvoice(100);
const large = repeatLines(medium);

console.log("Processor time of reading and judging, median (minimum to maximum)");
const ours = await measure(() => read(small));
const sets = loadSets();
const theirs = await measure(() => sets.flatMap((set) => judge(set, small)));
const ratio = computeMedian(ours) / computeMedian(theirs);
report(`12 lines: ${spread(ours, 1)} ms, at most 60`, computeMedian(ours) <= 60);
report(
  `  fontoxpath, rules alone: ${spread(theirs, 1)} ms; ratio ${ratio.toFixed(2)}, at most 0.5`,
  ratio <= 0.5,
);
const [hundred, thousand] = [await measure(() => read(medium)), await measure(() => read(large))];
const growth = computeMedian(thousand) / computeMedian(hundred) / 10;
report(`100 lines: ${spread(hundred, 1)} ms, at most 250`, computeMedian(hundred) <= 250);
report(
  `1000 lines: ${spread(thousand, 1)} ms; ${growth.toFixed(2)} × linear, at most 1.3`,
  growth <= 1.3,
);
await context.close();

const file = join(folder, "invoice.xml");
writeFileSync(file, small);
const local = (path) => new URL(path, import.meta.url).pathname;
const first = measureProcess([local("../dist/bundle/sundry.js"), "einvoice-read", file]);
const peer = measureProcess([local("support/fontoxpath-rules.mjs"), file]);
report(
  `First call of a fresh process: ${first.cpu.toFixed(0)} ms of processor time (${first.wall.toFixed(0)} ms), at most 1500`,
  first.cpu <= 1500,
);
report(
  `  fontoxpath: ${peer.cpu.toFixed(0)} ms (${peer.wall.toFixed(0)} ms); ratio ${(first.cpu / peer.cpu).toFixed(2)}, at most 0.5`,
  first.cpu / peer.cpu <= 0.5,
);

await measureServer();
rmSync(folder, { recursive: true });
console.log(isMet ? "All goals are met." : "A goal is MISSED.");
if (!isMet) process.exitCode = 1;

/** Measures the delay of /healthz and the memory while 50 documents wait and are read. */
async function measureServer() {
  const server = await start(undefined, { LIMITS: "einvoice-read=1000000", TRUST_PROXY: "1" });
  const post = (body, index) =>
    fetch(`${server.url}/api/v1/einvoice-read`, {
      method: "POST",
      headers: { "content-type": "application/xml", "x-forwarded-for": `10.0.0.${index}` },
      body,
    }).then(async (response) => [response.status, await response.text()][0]);
  try {
    await post(small, 1);
    const idle = await probe(server.url, new Promise((resolve) => setTimeout(resolve, 2000)));
    const reads = Promise.all(Array.from({ length: 50 }, (_, index) => post(medium, index)));
    const busy = await probe(server.url, reads);
    console.log(`/healthz, 95th percentile: idle ${idle.toFixed(1)} ms`);
    report(
      `  while 50 invoices are read: ${busy.toFixed(1)} ms, at most 50 where idle takes at most 5`,
      busy <= 50 || idle > 5,
    );
    const usual = readMemory(server.pid);
    const note = `<cbc:Note>${"x".repeat(9.9 * MIB)}</cbc:Note>`;
    const huge = small.replace("<cbc:DocumentCurrencyCode>", `${note}$&`);
    const statuses = await Promise.all(Array.from({ length: 50 }, (_, index) => post(huge, index)));
    const added = (readMemory(server.pid, "VmHWM") - usual) / MIB;
    const counts = [...new Set(statuses)].map(
      (status) => `${status}: ${statuses.filter((entry) => entry === status).length}`,
    );
    report(
      `Memory that 50 documents of 10 MiB add: ${added.toFixed(0)} MiB, at most 300 (${counts.join(", ")})`,
      added <= 300,
    );
  } finally {
    server.stop();
  }
}

/** Asks /healthz until `work` settles. Returns the 95th percentile in milliseconds. */
async function probe(url, work) {
  const state = { isDone: false };
  const done = work.finally(() => (state.isDone = true));
  const delays = [];
  while (!state.isDone) {
    const before = performance.now();
    await (await fetch(`${url}/healthz`)).arrayBuffer();
    delays.push(performance.now() - before);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await done;
  return delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.95)];
}

function readMemory(pid, name = "VmRSS") {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
}
