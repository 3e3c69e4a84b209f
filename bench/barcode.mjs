// Text to SVG and PNG, against the `bwip-js` package in one run, at the same pixels per module.
// Targets: linear SVG at least 40 times as fast and PNG 15 times, DataMatrix and PDF417 PNG 5
// times, Aztec 1.8 times; every PNG at most half of its bytes; a text refused in under a
// millisecond.
import peer from "bwip-js";
import barcode from "../dist/tools/barcode/tool.js";
import { createSymbolEncoder } from "../dist/tools/barcode/symbol-encoder.js";
import { runTool } from "../dist/tools/run.js";
import { computeMedian, spread } from "./support/numbers.mjs";

const symbolEncoder = createSymbolEncoder();
const context = { symbolEncoder };
const draw = async (request, accept) => (await runTool(barcode, request, { context, accept })).body;

const LONG = "Barcode 2D text, 0123456789. ".repeat(2);
const CASES = [
  { type: "code128", bcid: "code128", text: "ABC-1234567890", svg: 40, png: 15 },
  { type: "ean13", bcid: "ean13", text: "9506000134352", svg: 40, png: 15 },
  { type: "datamatrix", bcid: "datamatrix", text: LONG, png: 5 },
  { type: "pdf417", bcid: "pdf417", text: LONG, png: 5 },
  { type: "aztec", bcid: "azteccode", text: LONG, png: 1.8 },
];
const SCALE = 3;
const ROUNDS = 9;

for (const { type, bcid, text, svg, png } of CASES) {
  console.log(type);
  const look = { bcid, text, scale: SCALE, includetext: true, textxalign: "center" };
  const request = { type, text, scale: SCALE };
  if (svg)
    await compare(
      `SVG (target ${svg})`,
      () => draw(request, ""),
      () => peer.toSVG(look),
    );
  await compare(
    `PNG (target ${png})`,
    () => draw({ ...request, format: "png" }, "image/png"),
    () => peer.toBuffer(look),
  );
}

const refusals = [
  { type: "code128", text: "a".repeat(250_000) },
  { type: "aztec", text: "é".repeat(100_000) },
  { type: "gs1-128", text: `(01)${"9".repeat(200_000)}` },
  { type: "gs1-datamatrix", text: "(".repeat(7000) },
  { type: "isbn", text: "-".repeat(250_000) },
  { type: "pdf417", text: "x".repeat(1851) },
];
for (const request of refusals) {
  const refuse = () => draw(request, "").catch(() => {});
  await timeRound(refuse, 20);
  const times = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await timeRound(refuse, 5));
  console.log(`refused ${request.type}, ${request.text.length} characters: ${spread(times, 0)} µs`);
}
await symbolEncoder.close();

/** Prints the times of both sides, in alternating rounds, and the bytes of their images. */
async function compare(what, ours, theirs) {
  await timeRound(ours, 300);
  await timeRound(theirs, 20);
  const times = { ours: [], theirs: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.ours.push(await timeRound(ours, 50));
    times.theirs.push(await timeRound(theirs, 10));
  }
  const ratio = computeMedian(times.theirs) / computeMedian(times.ours);
  const bytes = [(await ours()).length, (await theirs()).length];
  console.log(`  ${what}: ours ${spread(times.ours, 0)} µs, bwip-js ${spread(times.theirs, 0)} µs`);
  console.log(`    ${ratio.toFixed(1)} times as fast; ${bytes[0]} bytes against ${bytes[1]}`);
}

async function timeRound(run, calls) {
  const start = performance.now();
  for (let call = 0; call < calls; call++) await run();
  return ((performance.now() - start) * 1000) / calls;
}
