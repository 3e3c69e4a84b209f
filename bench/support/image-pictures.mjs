// The pictures that benchmarks of code images draw.
import { readFileSync } from "node:fs";

/** Programs whose first 60 lines have up to some 85 columns, which makes about five megapixels. */
const SOURCES = ["contract-generator/schema.ts", "invoice/schema.ts", "carbon-footprint/ledger.ts"];

const texts = SOURCES.map((file) =>
  readFileSync(new URL(`../../src/tools/${file}`, import.meta.url), "utf8").split("\n"),
);

export const PICTURE = {
  language: "typescript",
  theme: "Dracula",
  showLineNumbers: true,
  showWindowChrome: true,
  fontSize: 14,
  padding: 32,
  scale: 2,
};

function lines(count, round) {
  return texts[round % texts.length].slice(0, count).join("\n");
}

/** By name: the picture of each round, of one program after the other. */
export const PICTURES = {
  "60 lines, flat": (round) => ({ ...PICTURE, code: lines(60, round) }),
  "60 lines, gradient": (round) => ({ ...PICTURE, theme: "Candy", code: lines(60, round) }),
  "10 lines, flat": (round) => ({ ...PICTURE, code: lines(10, round) }),
};

const han = Array.from({ length: 5000 }, (_, index) => String.fromCodePoint(0x4e00 + index));

/** The texts that take most, time or memory. */
export const EXTREMES = {
  "5000 empty lines": "\n".repeat(5000),
  "a line of 5000": "x".repeat(5000),
  "4999 combining marks": `a${"\u0301".repeat(4999)}`,
  "1250 emoji": "😀👍🏽❤️🏳️‍🌈".repeat(313),
  "5000 different Han characters": han.join(""),
  "2300 lines on a gradient": `${"x".repeat(120)}\n`.padEnd(2300, "\n"),
};
