// Text to PNG data URL and to SVG, against the `qrcode` package in one run. Targets: at least 50
// times as fast for a 34-character URL at 300 px, 20 times for 500 characters at 600 px, and at
// most 0.3 of its bytes.
import peer from "qrcode";
import { compileInput } from "../dist/lib/input/input.js";
import tool from "../dist/tools/qr/tool.js";
import { computeMedian, spread, timeCalls } from "./support/numbers.mjs";

const read = compileInput(tool.input);
const options = { format: "default", accept: "", query: {} };
const reply = (request) => tool.reply(tool.run(read(request)), options).body;

const CASES = [
  { name: "34-character URL, 300 px", text: "https://example.com/p/0123456789ab", width: 300 },
  {
    name: "500 characters, 600 px",
    text: "The quick brown fox jumps over 13 lazy dogs. ".repeat(12).slice(0, 500),
    width: 600,
  },
];
const LOOK = { margin: 4, errorCorrectionLevel: "M" };
const ROUNDS = 9;

for (const { name, text, width } of CASES) {
  console.log(name);
  const png = () => reply({ text, width, format: "png" }).dataUrl;
  const peerPng = () => peer.toDataURL(text, { ...LOOK, width });
  await compare("PNG data URL", png, peerPng);
  const svg = () => reply({ text, width });
  const peerSvg = () => peer.toString(text, { ...LOOK, width, type: "svg" });
  await compare("SVG", svg, peerSvg);
}

const megabyte = read({ text: "a".repeat(1_048_576) });
const refusal = await timeCalls(
  () => {
    try {
      tool.run(megabyte);
    } catch {
      // Refused, as it has to be.
    }
  },
  { calls: 20 },
);
console.log(`a megabyte refused: ${spread(refusal, 0)} µs`);

/** Prints the times of both sides, in alternating rounds, and the bytes of their results. */
async function compare(what, ours, theirs) {
  await timeCalls(ours, { calls: 300, rounds: 1 });
  await timePeer(theirs, 10);
  const times = { ours: [], theirs: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.ours.push(...(await timeCalls(ours, { calls: 100, rounds: 1 })));
    times.theirs.push(await timePeer(theirs, 10));
  }
  const ratio = computeMedian(times.theirs) / computeMedian(times.ours);
  const bytes = [ours().length, (await theirs()).length];
  console.log(`  ${what}: ours ${spread(times.ours, 0)} µs, qrcode ${spread(times.theirs, 0)} µs`);
  console.log(`    ${ratio.toFixed(1)} times as fast; ${bytes[0]} bytes against ${bytes[1]}`);
}

async function timePeer(run, calls) {
  const start = performance.now();
  for (let call = 0; call < calls; call++) await run();
  return ((performance.now() - start) * 1000) / calls;
}
