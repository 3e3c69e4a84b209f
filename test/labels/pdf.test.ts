import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { checkConformance } from "../support/pdf-conformance/check.ts";
import { findSkipReason } from "../support/needs.ts";
import { root } from "../support/server.ts";
import { readPages } from "../documents/support/pdf.ts";
import {
  crop,
  findInk,
  make,
  makeFile,
  type Picture,
  prepareZxing,
  rasterize,
  readByZbar,
  readByZxing,
  runOnFile,
  toArea,
} from "./support.ts";

const DPI = 600;
const PIXELS_PER_MM = DPI / 25.4;
/** A tenth of a millimeter. */
const TOLERANCE = 0.1 * PIXELS_PER_MM;

const skip = findSkipReason("pdftoppm -v") || findSkipReason("zbarimg --version");

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function assertNear(actual: number, mm: number, what: string): void {
  const expected = mm * PIXELS_PER_MM;
  const off = `${what} is at ${actual / PIXELS_PER_MM} mm, not ${mm}`;
  assert.ok(Math.abs(actual - expected) <= TOLERANCE, off);
}

/** Returns the centers of the lines that a row of pixels crosses between two places. */
function findLines({ gray, width }: Picture, y: number, [from, to]: [number, number]): number[] {
  const centers: number[] = [];
  let start: number | undefined;
  for (let x = Math.max(0, from); x <= to; x++) {
    const isLine = (gray[y * width + x] ?? 255) < 220;
    if (isLine) start ??= x;
    else if (start !== undefined) {
      centers.push((start + x) / 2);
      start = undefined;
    }
  }
  return centers;
}

function transpose({ width, height, gray }: Picture): Picture {
  const turned = new Uint8Array(gray.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) turned[x * height + y] = gray[y * width + x] ?? 0;
  return { width: height, height: width, gray: turned };
}

/** Checks the left and right edges that are drawn around a label, at a quarter of its height. */
function checkEdges(picture: Picture, { x, y, width, height }: Box, what: string): void {
  const row = Math.round((y + height / 4) * PIXELS_PER_MM);
  for (const edge of [x, x + width]) {
    const middle = Math.round(edge * PIXELS_PER_MM);
    const lines = findLines(picture, row, [middle - 20, middle + 20]);
    assert.ok(lines.length > 0, `${what} has an edge at ${edge} mm`);
    const distances = lines.map((line) => Math.abs(line - edge * PIXELS_PER_MM));
    assert.ok(Math.min(...distances) <= TOLERANCE, `${what}: ${lines.join(", ")} for ${edge} mm`);
  }
}

/** Returns a text without the marks that readers may leave out. */
function digits(text: string): string {
  return text.replaceAll(/[^0-9A-Z]/g, "");
}

const SHEETS = [
  { name: "avery-l7160", count: 21, margin: 4 },
  { name: "avery-5160", count: 30, margin: 4 },
];

interface TableSheet extends Box {
  id: string;
  columns: number;
  left: number;
  top: number;
  pitchX: number;
  pitchY: number;
}

const table = JSON.parse(
  readFileSync(join(root, "test", "cases", "label-sheets.json"), "utf8"),
) as { sheets: TableSheet[] };

/** Returns the place of a label by the table of sheets, in mm. */
function getPlace(id: string, index: number): Box {
  const sheet = table.sheets.find((candidate) => candidate.id === id);
  assert.ok(sheet);
  const { columns, left, top, pitchX, pitchY, width, height } = sheet;
  const [column, line] = [index % columns, Math.floor(index / columns)];
  return { x: left + column * pitchX, y: top + line * pitchY, width, height };
}

describe("a sheet of labels at 600 dpi", { skip, timeout: 300_000 }, () => {
  before(prepareZxing);

  for (const { name, count, margin } of SHEETS) {
    it(`every code of ${name} is read by two decoders, and edges are in place`, async () => {
      const rows = Array.from({ length: count + 1 }, (_, index) => ({ sku: `AC-${1000 + index}` }));
      const request = { sheet: name, rows, label: { code: { text: "{sku}" } }, outline: true };
      const { positions = [] } = await make({ ...request, format: "json" });
      const picture = rasterize(await makeFile(request), 1, DPI);
      const turned = transpose(picture);
      for (const [index, position] of positions.slice(0, count).entries()) {
        const { codeBox, moduleMm } = position;
        assert.ok(codeBox && moduleMm !== null);
        const { x, y, width, height } = getPlace(name, index);
        const area = toArea(codeBox, DPI);
        const cropped = crop(picture, area);
        assert.equal(await readByZxing(cropped), rows[index]?.sku);
        assert.equal(readByZbar(cropped), rows[index]?.sku);
        const quiet = margin * moduleMm;
        const ink = findInk(picture, area);
        assertNear(ink.left, codeBox.x + quiet, `code ${index}: left`);
        assertNear(ink.top, codeBox.y + quiet, `code ${index}: top`);
        assertNear(ink.right, codeBox.x + codeBox.width - quiet, `code ${index}: right`);
        assertNear(ink.bottom, codeBox.y + codeBox.height - quiet, `code ${index}: bottom`);
        checkEdges(picture, { x, y, width, height }, `label ${index}`);
        checkEdges(turned, { x: y, y: x, width: height, height: width }, `label ${index}, turned`);
      }
    });
  }

  it("a linear code with its text is read, and its box contains its quiet zone", async () => {
    const texts = ["400638133393", "ABC-1234", "(01)09506000134352(17)270101(10)A1"];
    const types = ["ean13", "code128", "gs1-128"];
    for (const [index, type] of types.entries()) {
      const request = {
        sheet: "roll-4x2in",
        rows: [{ text: texts[index] }],
        label: { code: { text: "{text}", type }, layout: "top", lines: ["Shelf 4"] },
      };
      const { positions = [] } = await make({ ...request, format: "json" });
      const codeBox = positions[0]?.codeBox;
      assert.ok(codeBox);
      const picture = crop(rasterize(await makeFile(request), 1, 300), toArea(codeBox, 300));
      const expected = type === "ean13" ? "4006381333931" : digits(texts[index] ?? "");
      assert.equal(digits(await readByZxing(picture)), expected);
      assert.match(digits(readByZbar(picture)), new RegExp(expected));
    }
  });
});

describe("the file of a sheet", { skip: findSkipReason("qpdf --version") }, () => {
  const rows = Array.from({ length: 22 }, (_, index) => ({
    sku: `S${index}`,
    name: `Gerät ${index}`,
  }));
  const request = {
    rows,
    label: {
      code: { text: "{sku}", darkColor: "#00336680" },
      lines: [{ text: "{name}", bold: true }, "שלום 😀"],
    },
    outline: true,
  };

  it("a sheet is a PDF/A-3a and PDF/UA-1 document that qpdf accepts", async () => {
    const file = await makeFile(request);
    assert.deepEqual(checkConformance(file), []);
    assert.match(runOnFile(file, ["qpdf", "--check", "FILE"]).toString(), /No syntax or stream/);
  });

  it("the page is the sheet, and print dialogs are asked to keep its size", async () => {
    for (const [sheet, width, height] of [
      ["avery-l7160", 210, 297],
      ["avery-5160", 215.9, 279.4],
      ["roll-57x32mm", 57, 32],
    ] as const) {
      const file = await makeFile({ ...request, sheet });
      const text = runOnFile(file, [
        "qpdf",
        "--qdf",
        "--object-streams=disable",
        "FILE",
        "-",
      ]).toString("latin1");
      const boxes = [...text.matchAll(/\/MediaBox \[\s+0\s+0\s+([\d.]+)\s+([\d.]+)\s+\]/g)];
      assert.ok(boxes.length > 0);
      for (const [, across = "", down = ""] of boxes) {
        assert.ok(Math.abs((Number(across) * 25.4) / 72 - width) < 0.01, `${sheet}: ${across}`);
        assert.ok(Math.abs((Number(down) * 25.4) / 72 - height) < 0.01, `${sheet}: ${down}`);
      }
      assert.ok(text.includes("/PrintScaling /None"), sheet);
      assert.ok(!text.includes("/CropBox"), sheet);
    }
  });

  it("each label is a section with a figure, whose text is its alternate text", async () => {
    const file = await makeFile(request);
    const text = runOnFile(file, [
      "qpdf",
      "--qdf",
      "--object-streams=disable",
      "FILE",
      "-",
    ]).toString("latin1");
    assert.equal(text.match(/\/S \/Sect\b/g)?.length, 22);
    assert.equal(text.match(/\/S \/Figure\b/g)?.length, 22);
    assert.ok(text.includes("/Alt (S21)"));
    const [first, second] = await readPages(file);
    assert.match(first?.join("\n") ?? "", /Gerät 20/);
    assert.match(second?.join("\n") ?? "", /Gerät 21/);
  });

  it("the same request makes the same bytes", async () => {
    const files = [await makeFile(request), await makeFile(request)];
    assert.deepEqual(files[0], files[1]);
  });
});
