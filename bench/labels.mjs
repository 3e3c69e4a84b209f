// Sheets of labels: processor time of each label in the formats, with a QR code and three lines.
import { compileInput } from "../dist/lib/input/input.js";
import { makeLabels } from "../dist/tools/labels/make-labels.js";
import tool from "../dist/tools/labels/tool.js";
import { computeMedian, spread } from "./support/numbers.mjs";

const ROUNDS = 5;
const LABELS = 2000;
/** Maximum milliseconds of a label in any format. */
const TARGET = 1;

const parse = compileInput(tool.input);
const rows = Array.from({ length: LABELS }, (_, index) => ({
  sku: `AC-${100_000 + index}`,
  name: `Projector number ${index}`,
  room: `Room ${index % 40}.${index % 7}`,
}));
const lines = [{ text: "{name}", bold: true }, "{sku}", "{room}"];
const qr = { code: { text: "https://assets.example.com/i/{sku}" }, lines };
const code128 = { code: { text: "{sku}", type: "code128" }, lines, layout: "top" };

const CASES = {
  "PDF, QR code": { sheet: "avery-l7160", label: qr },
  "PDF, Code 128 with its text": { sheet: "avery-l7160", label: code128 },
  "PDF, a page each": { sheet: "roll-57x32mm", label: qr },
  "positions only": { sheet: "avery-l7160", label: qr, format: "json" },
  "ZPL at 203 dpi": { sheet: "roll-57x32mm", label: qr, format: "zpl" },
  "ZPL at 600 dpi": { sheet: "roll-57x32mm", label: qr, format: "zpl", dpi: 600 },
};

/** Returns the processor time of a label in milliseconds. */
async function measure(input) {
  const job = tool.run(parse({ ...input, rows }));
  const before = process.cpuUsage();
  await makeLabels(job);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / LABELS;
}

const times = Object.fromEntries(Object.keys(CASES).map((name) => [name, []]));
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, input] of Object.entries(CASES)) {
    const time = await measure(input);
    // The first round compiles.
    if (round > 0) times[name].push(time);
  }
}
let isMet = true;
for (const [name, measured] of Object.entries(times)) {
  const median = computeMedian(measured);
  if (median > TARGET) isMet = false;
  console.log(`${name}: ${median.toFixed(3)} ms a label (${spread(measured)})`);
}
console.log(`At most ${TARGET} ms a label: ${isMet ? "met" : "MISSED"}`);
if (!isMet) process.exitCode = 1;
