// Pictures for benchmarks of code images.
import { readFileSync } from "node:fs";
import { PICTURE } from "../../dist/test/code-image/samples.js";

/**
 * Sixty lines each, of up to 85 to 115 columns, which is about five megapixels. They are copies
 * that never change, because changes of our own sources would change times and sizes.
 */
const PROGRAMS = [
  "contract.typescript",
  "limiter.python",
  "invoice.typescript",
  "cache.rust",
  "ledger.typescript",
  "feed.go",
].map((name) => ({
  language: name.split(".")[1],
  lines: readFileSync(new URL(`programs/${name}.txt`, import.meta.url), "utf8").split("\n"),
}));

function program(count, round) {
  const { language, lines } = PROGRAMS[round % PROGRAMS.length];
  return { ...PICTURE, language, code: lines.slice(0, count).join("\n") };
}

/** The picture of each round by name, one program after the other. */
export const PICTURES = {
  "60 lines, flat": (round) => program(60, round),
  "60 lines, gradient": (round) => ({ ...program(60, round), theme: "Candy" }),
  "10 lines, flat": (round) => program(10, round),
};

const han = Array.from({ length: 5000 }, (_, index) => String.fromCodePoint(0x4e00 + index));

/** The texts that take most time or memory. */
export const EXTREMES = {
  "5000 empty lines": "\n".repeat(5000),
  "a line of 5000": "x".repeat(5000),
  "4999 combining marks": `a${"\u0301".repeat(4999)}`,
  "1250 emoji": "😀👍🏽❤️🏳️‍🌈".repeat(313),
  "5000 different Han characters": han.join(""),
  "2300 lines on a gradient": `${"x".repeat(120)}\n`.padEnd(2300, "\n"),
};
