import type { Sheet, Size } from "./sheet.ts";

/** A sheet that is sold, by its number or its size. */
export interface PresetSheet extends Sheet {
  id: string;
  name: string;
  aliases: string[];
  source: string;
}

/**
 * LibreOffice's table of labels (Debian libreoffice-common 7.4, labels.xml), compared with that of
 * glabels (glabels-data 3.4.1): id, columns, rows, width, height, left, top, pitch across and down,
 * aliases, name. Millimeters.
 */
const LIBREOFFICE = "LibreOffice 7.4 labels.xml";

const LETTER_SHEETS = `
avery-5160 3 10 66.675 25.4 4.763 12.7 69.85 25.4 avery-5260,avery-8160,avery-18160 Address 2 5/8 x 1 in
avery-5161 2 10 101.6 25.4 3.969 12.7 106.363 25.4 avery-5261,avery-8161 Address 4 x 1 in
avery-5162 2 7 101.6 33.867 3.969 21.167 106.363 33.867 avery-5262,avery-8162 Address 4 x 1 1/3 in
avery-5163 2 5 101.6 50.8 3.969 12.7 106.363 50.8 avery-5263,avery-8163 Shipping 4 x 2 in
avery-5164 2 3 101.6 84.667 3.969 12.7 106.363 84.667 avery-5264,avery-8164 Shipping 4 x 3 1/3 in
avery-5167 4 20 44.45 12.7 7.144 12.7 52.388 12.7 avery-5267,avery-8167 Return address 1 3/4 x 1/2 in
avery-5366 2 15 87.313 16.933 13.494 12.7 101.6 16.933 avery-8366 File folder 3 7/16 x 2/3 in
avery-5371 2 5 88.9 50.8 19.05 12.7 88.9 50.8 avery-8371 Business card 3 1/2 x 2 in
avery-5395 2 4 85.725 59.267 17.463 14.817 95.25 63.5 avery-8395 Name badge 3 3/8 x 2 1/3 in
`;

const A4_SHEETS = `
avery-l7159 3 8 64 33.86 6.46 13.06 66.54 33.86 -
avery-l7160 3 7 63.5 38.1 7.2 15.15 66.04 38.1 avery-j8160
avery-l7161 3 6 63.5 46.56 7.21 8.82 66.04 46.56 -
avery-l7162 2 8 99.06 33.87 4.67 13.02 101.6 33.87 -
avery-l7163 2 7 99.06 38.1 4.67 15.15 101.6 38.1 avery-j8163
avery-l7164 3 4 63.5 71.97 7.21 4.57 66.04 71.97 -
avery-l7165 2 4 99.06 67.73 4.67 13.04 101.6 67.73 -
avery-l7166 2 3 99.06 93.13 4.67 8.81 101.6 93.13 -
avery-l7167 1 1 199.6 289.05 5.2 3.98 199.6 289.05 -
avery-l7168 1 2 199.6 143.53 5.2 4.97 199.6 143.53 -
avery-l7169 2 2 99.1 139 4.63 9.5 101.64 139 -
avery-l7173 2 5 99.06 57 4.67 6 101.6 57 -
avery-l7651 5 13 38.1 21.17 4.67 10.9 40.64 21.17 -
avery-l6008 7 27 25.4 10 8.48 13.43 27.94 10 -
avery-l6009 4 12 45.72 21.17 9.75 21.41 48.26 21.17 -
avery-l6011 3 9 63.5 29.63 7.21 15.1 66.04 29.63 -
zweckform-3474 3 8 70 37.1 0 0 70 37.1 -
zweckform-3475 3 8 70 36 0 4.43 70 36 -
zweckform-3651 4 10 52.5 29.69 0 0 52.5 29.69 -
zweckform-3652 3 7 70 42.41 0 0 70 42.41 -
zweckform-3653 2 7 105 42.41 0 0 105 42.41 -
zweckform-3659 2 6 97 42.3 8 21.53 97 42.3 -
herma-4226 4 16 48.26 16.93 8.48 13.06 48.26 16.93 -
herma-4346 4 12 45.72 21.17 9.75 21.5 48.26 21.17 -
herma-4450 3 9 70 32 0 4.5 70 32 -
herma-4457 2 6 105 48 0 4.5 105 48 -
herma-4464 3 8 70 37.13 0 0 70 37.13 -
herma-4606 5 13 38.1 21.2 9.75 10.7 38.1 21.2 -
herma-4620 2 8 105 37.13 0 0 105 37.13 -
herma-4625 2 7 105 42.43 0 0 105 42.43 -
herma-4676 2 2 105 148.5 0 0 105 148.5 -
herma-4677 3 7 63.5 38.1 7.21 15.15 66.04 38.1 -
herma-4678 2 7 99.06 38.1 4.67 15.15 101.6 38.1 -
`;

/** Labels of printers, one a page: id, width, height, aliases, source. */
const ROLLS = `
roll-4x6in 101.6 152.4 -
roll-4x2in 101.6 50.8 -
roll-2x1in 50.8 25.4 -
roll-57x32mm 57 32 dymo-11354
brother-dk-11201 29 90 roll-29x90mm glabels-data 3.4.1, rounded to the nominal size
brother-dk-11202 62 100 roll-62x100mm glabels-data 3.4.1, rounded to the nominal size
dymo-99010 89 28 - glabels-data 3.4.1, turned
dymo-99012 89 36 - glabels-data 3.4.1, turned
dymo-99014 101 54 - glabels-data 3.4.1, turned
`;

function parseLines(table: string): string[][] {
  return table
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
}

function parseAliases(text = "-"): string[] {
  return text === "-" ? [] : text.split(",");
}

/** Returns a function that reads a line of a table of sheets. */
function createSheetReader(page: Size): (cells: string[]) => PresetSheet {
  return ([id = "", ...cells]) => {
    const [columns = 1, rows = 1, ...lengths] = cells.slice(0, 8).map(Number);
    const [width = 0, height = 0, left = 0, top = 0, pitchX = 0, pitchY = 0] = lengths;
    const place = { page, columns, rows, width, height, left, top, pitchX, pitchY };
    const size = `${columns * rows} labels of ${width} x ${height} mm`;
    const name = cells.slice(9).join(" ") || size;
    return { id, name, ...place, aliases: parseAliases(cells[8]), source: LIBREOFFICE };
  };
}

function readRoll([id = "", across, down, aliases, ...source]: string[]): PresetSheet {
  const [width, height] = [Number(across), Number(down)];
  return {
    id,
    name: `Label of ${width} x ${height} mm`,
    page: { width, height },
    columns: 1,
    rows: 1,
    width,
    height,
    left: 0,
    top: 0,
    pitchX: width,
    pitchY: height,
    aliases: parseAliases(aliases),
    source: source.join(" ") || "size is the name",
  };
}

/** The sheets with an id, in the order in which they are listed. */
export const PRESET_SHEETS: PresetSheet[] = [
  ...parseLines(LETTER_SHEETS).map(createSheetReader({ width: 215.9, height: 279.4 })),
  ...parseLines(A4_SHEETS).map(createSheetReader({ width: 210, height: 297 })),
  ...parseLines(ROLLS).map(readRoll),
];
