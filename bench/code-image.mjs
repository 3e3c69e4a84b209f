// Compares code images, text to PNG at scale 2, with takumi and a warm headless Chromium. All draw
// the same six programs, three in TypeScript and one each in Python, Rust and Go, which never
// change (`support/programs`), so that figures of two versions can be compared. Targets: 60 lines
// in at most 20 ms (p95 40) on a flat backdrop and 25 (45) on a gradient, at most 150 and 380 KB;
// 10 lines in 5; at least 15 times as fast as Chromium and 2.5 times as takumi; an SVG of at most a
// third of its PNG; 100 images a second from two workers, with the event loop of the main thread at
// most 10 ms late (p99); a first image within 600 ms of the start; no request over 2.5 s or 64 MB
// above an idle worker.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { drawCode } from "../dist/tools/code-image/draw.js";
import { createRenderer } from "../dist/tools/code-image/pool.js";
import { PICTURE } from "../dist/test/code-image/samples.js";
import { renderWithChromium, renderWithTakumi } from "./support/image-peers.mjs";
import { EXTREMES, PICTURES } from "./support/image-pictures.mjs";
import { computeMedian, formatQuartiles, spread } from "./support/numbers.mjs";
import { start } from "./support/server.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 40);
/** Maximum time for which all sides together draw one picture, even on a slow machine. */
const MAX_SECONDS = Number(process.env.MAX_SECONDS ?? 30);
/** Time for which two workers are busy. */
const LOAD_SECONDS = Number(process.env.SECONDS ?? 4);
const WARM_UP = 6;

await measureFirstImages();
await compareSideBySide();
await measureFullLoad("60 lines, flat");
await measureFullLoad("60 lines, gradient");
await measureExtremes();
process.exit(0);

/** Measures the wait of the first caller: right after the start, and two seconds later. */
async function measureFirstImages() {
  for (const waitMs of [0, 2000]) {
    const taken = [];
    for (let round = 0; round < 3; round++) {
      const server = await start();
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      const began = performance.now();
      const response = await fetch(`${server.url}/api/v1/code-image`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(PICTURES["60 lines, flat"](round)),
      });
      await response.arrayBuffer();
      taken.push(performance.now() - began);
      server.stop();
    }
    console.log(`first image, ${waitMs / 1000} s after the start: ${spread(taken, 0)} ms`);
  }
}

/** Draws every picture on each side in turn. */
async function compareSideBySide() {
  const pool = createRenderer({ workers: 1 });
  const sides = {
    "ours, in the pool": { draw: (picture) => pool.draw(picture).then(({ image }) => image) },
    "ours, SVG": {
      draw: (picture) => pool.draw({ ...picture, format: "svg" }).then(({ image }) => image),
    },
    "ours, in process": { draw: (picture) => drawCode(picture).then(({ image }) => image) },
    takumi: await renderWithTakumi(),
    Chromium: await renderWithChromium(),
  };
  for (const [what, createPicture] of Object.entries(PICTURES)) {
    const rounds = [];
    const end = performance.now() + MAX_SECONDS * 1000;
    for (let round = 0; round < ROUNDS + WARM_UP && performance.now() < end; round++) {
      const drawn = await drawWithAll(sides, createPicture(round), round);
      if (round >= WARM_UP) rounds.push(drawn);
    }
    print(what, rounds);
  }
  for (const side of [sides.takumi, sides.Chromium]) await Promise.resolve(side?.close());
  await pool.close();
}

/**
 * Returns the cost of the picture on each side: milliseconds, processor milliseconds of this
 * process, and bytes.
 */
async function drawWithAll(sides, picture, round) {
  const drawn = {};
  const size = await drawCode(picture);
  for (const [name, side] of Object.entries(sides)) {
    // Fewer rounds, because a browser takes a quarter of a second; every fifth still covers each
    // program.
    if (!side || (name === "Chromium" && round % 5 !== 2)) continue;
    const cpu = process.cpuUsage();
    const began = performance.now();
    const png = await side.draw(picture, size);
    const ms = performance.now() - began;
    const { user, system } = process.cpuUsage(cpu);
    drawn[name] = { ms, cpuMs: (user + system) / 1000, bytes: png.length };
  }
  return drawn;
}

/**
 * Prints the times of each side and their ratios to the pool's, round by round, so that both met
 * the same load.
 */
function print(what, rounds) {
  console.log(`${what}, ${rounds.length} rounds`);
  for (const name of new Set(rounds.flatMap((round) => Object.keys(round)))) {
    const both = rounds.filter((round) => round[name]);
    const of = (field) => both.map((round) => round[name][field]);
    const ms = of("ms").toSorted((a, b) => a - b);
    const p95 = ms[Math.floor(ms.length * 0.95)];
    // Leaves out the browser's processor time, because the browser works in other processes.
    const cpu =
      name === "Chromium" ? "" : `, ${computeMedian(of("cpuMs")).toFixed(1)} ms of processor`;
    const bytes = of("bytes").reduce((sum, size) => sum + size, 0) / both.length;
    const ratios = both.map((round) => round[name].ms / round["ours, in the pool"].ms);
    console.log(
      `  ${name.padEnd(18)} p50 ${computeMedian(ms).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms${cpu}, ${(bytes / 1000).toFixed(0)} KB, ${formatQuartiles(ratios, 1)} times`,
    );
  }
}

/** Measures two workers with eight concurrent callers. */
async function measureFullLoad(what) {
  const pool = createRenderer({ workers: 2 });
  const draw = (index) => pool.draw(PICTURES[what](index));
  await Promise.all(Array.from({ length: 24 }, (_, index) => draw(index)));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let drawn = 0;
  const cpu = process.cpuUsage();
  const began = performance.now();
  const caller = async () => {
    while (performance.now() - began < LOAD_SECONDS * 1000) {
      await draw(drawn);
      drawn++;
    }
  };
  await Promise.all(Array.from({ length: 8 }, caller));
  const perSecond = drawn / ((performance.now() - began) / 1000);
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  const p99 = delay.percentile(99) / 1e6;
  console.log(
    `two workers, ${what}: ${perSecond.toFixed(0)} images a second, ${((user + system) / 1000 / drawn).toFixed(1)} ms of processor each, event loop p99 ${p99.toFixed(1)} ms`,
  );
  await pool.close();
}

/** Measures the time of the most expensive texts, and their memory above that of an idle worker. */
async function measureExtremes() {
  const pool = createRenderer({ workers: 1 });
  for (let round = 0; round < 20; round++) await pool.draw(PICTURES["60 lines, flat"](0));
  for (const [name, code] of Object.entries(EXTREMES)) {
    const theme = name.endsWith("gradient") ? "Candy" : "Dracula";
    const idle = process.memoryUsage().rss;
    let most = idle;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 2);
    const began = performance.now();
    const drawing = await pool.draw({ ...PICTURE, theme, language: "plaintext", code });
    const ms = performance.now() - began;
    clearInterval(watch);
    console.log(
      `${name}: ${ms.toFixed(0)} ms, ${((most - idle) / 2 ** 20).toFixed(0)} MB, ${drawing.kind} ${drawing.width} × ${drawing.height}`,
    );
  }
  await pool.close();
}
