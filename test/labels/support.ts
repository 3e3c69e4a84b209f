import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { compileInput } from "#src/lib/input/input.js";
import { makeLabels } from "#src/tools/labels/make-labels.js";
import { toJob } from "#src/tools/labels/labels.js";
import { LabelsInput } from "#src/tools/labels/schema.js";

const parse = compileInput(LabelsInput);

/** Makes labels in this process, as a worker does. */
export function make(input: object) {
  return makeLabels(toJob(parse(input)));
}

/** Returns the file of labels. */
export async function makeFile(input: object): Promise<Uint8Array> {
  const { file } = await make(input);
  if (!file) throw new Error("the labels have no file");
  return file;
}

/** A gray picture, 0 is black. */
export interface Picture {
  width: number;
  height: number;
  gray: Uint8Array;
}

/** Runs a program on a file with these bytes; `FILE` in its words is the file's name. */
export function runOnFile(bytes: Uint8Array, [program = "", ...words]: readonly string[]): Buffer {
  const directory = mkdtempSync(join(tmpdir(), "sundry-labels-"));
  const file = join(directory, "labels");
  writeFileSync(file, bytes);
  const named = words.map((word) => (word === "FILE" ? file : word));
  const { stdout, stderr, status } = spawnSync(program, named, { maxBuffer: 2 ** 28 });
  rmSync(directory, { recursive: true });
  if (status !== 0 && stdout.length === 0) throw new Error(`${program}: ${stderr.toString()}`);
  return stdout;
}

/** Rasterizes a page of a PDF, which counts from 1. */
export function rasterize(pdf: Uint8Array, page: number, dpi: number): Picture {
  const words = ["-gray", "-r", String(dpi), "-f", String(page), "-l", String(page), "FILE"];
  return parsePgm(runOnFile(pdf, ["pdftoppm", ...words]));
}

function parsePgm(bytes: Buffer): Picture {
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString("latin1", 0, 40));
  if (!header) throw new Error("not a gray picture");
  const [all, width, height] = header;
  return { width: Number(width), height: Number(height), gray: bytes.subarray(all.length) };
}

/** A rectangle in pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the area of a box in mm. */
export function toArea(box: Area, dpi: number): Area {
  const toPixels = (mm: number) => Math.round((mm / 25.4) * dpi);
  const { x, y, width, height } = box;
  return { x: toPixels(x), y: toPixels(y), width: toPixels(width), height: toPixels(height) };
}

export function crop({ width, gray }: Picture, area: Area): Picture {
  const rows = Array.from({ length: area.height }, (_, row) => {
    const start = (area.y + row) * width + area.x;
    return gray.subarray(start, start + area.width);
  });
  return { width: area.width, height: area.height, gray: Buffer.concat(rows) };
}

/** Returns the dark part of an area as edges in pixels; the ends are exclusive. */
export function findInk(picture: Picture, area: Area) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let y = area.y; y < area.y + area.height; y++) {
    for (let x = area.x; x < area.x + area.width; x++) {
      if ((picture.gray[y * picture.width + x] ?? 255) >= 128) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  return { left, top, right, bottom };
}

function toRgba({ width, height, gray }: Picture) {
  const data = new Uint8ClampedArray(width * height * 4);
  gray.forEach((value, index) =>
    data.fill(value, index * 4, index * 4 + 3).fill(255, index * 4 + 3, index * 4 + 4),
  );
  return { data, width, height, colorSpace: "srgb" as const };
}

export async function prepareZxing(): Promise<void> {
  const file = fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
  const wasmBinary = (await readFile(file)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

/** Returns the text that zxing-cpp reads; empty for none. */
export async function readByZxing(picture: Picture): Promise<string> {
  const [found] = await readBarcodes(toRgba(picture), { tryHarder: true, maxNumberOfSymbols: 1 });
  return found?.text ?? "";
}

/** Returns the text that zbar reads; empty for none. */
export function readByZbar({ width, height, gray }: Picture): string {
  const pgm = Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), gray]);
  return runOnFile(pgm, ["zbarimg", "--quiet", "--raw", "FILE"]).toString().trim();
}
