import { formatTemplate, parseTemplate } from "../../domain/table/template.ts";

/** Bytes of a name without its extension; file systems allow 255 for both. */
const MAX_NAME_BYTES = 180;

/** Separators, controls and marks of direction, which names cannot or should not have. */
const FORBIDDEN = /[/\\:*?"<>|\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Names of devices on Windows, before the first dot. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Formats a name; `lookup` returns the text at a path, undefined for nothing. */
export type NameTemplate = (lookup: (path: string) => string | undefined) => string;

/** Parses a template. Throws a ValidationError for a lone brace and an empty `{}`. */
export function parseNameTemplate(template: string): NameTemplate {
  const parts = parseTemplate(template, ["name"]);
  return (lookup) => formatTemplate(parts, (name) => lookup(name.trim()) ?? "");
}

/** Makes file names that every system accepts, each once. */
export class FileNames {
  readonly #rowCount: number;
  readonly #taken = new Set(["results.csv"]);
  /** The suffix that the next equal name tries first. */
  readonly #suffixes = new Map<string, number>();

  constructor(rowCount: number) {
    this.#rowCount = rowCount;
  }

  /** Returns a free name with the extension: the row's number where nothing is left of a name. */
  create(file: { name: string; extension: string }, row: number): string {
    const { extension } = file;
    const base = toFileName(file.name) || formatRowNumber(row, this.#rowCount);
    const key = fold(`${base}.${extension}`);
    for (let suffix = this.#suffixes.get(key) ?? 1; ; suffix += 1) {
      const name = `${suffix === 1 ? base : addSuffix(base, suffix)}.${extension}`;
      if (this.#taken.has(fold(name))) continue;
      this.#taken.add(fold(name));
      this.#suffixes.set(key, suffix + 1);
      return name;
    }
  }
}

/** Returns the number of a row with leading zeros to the width of the highest. */
export function formatRowNumber(row: number, rowCount: number): string {
  return String(row).padStart(String(rowCount).length, "0");
}

function fold(name: string): string {
  return name.toLowerCase();
}

function addSuffix(base: string, suffix: number): string {
  return `${cutToBytes(base, MAX_NAME_BYTES - `-${suffix}`.length)}-${suffix}`;
}

function toFileName(text: string): string {
  const plain = text.normalize("NFC").replace(FORBIDDEN, "-").replace(/\s+/g, " ");
  const name = trimEnds(cutToBytes(trimEnds(plain), MAX_NAME_BYTES));
  return RESERVED.test(name) ? `_${name}` : name;
}

/** Removes dots and spaces, which systems drop or hide. */
function trimEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && ". ".includes(text.charAt(start))) start += 1;
  while (end > start && ". ".includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let cut = "";
  let bytes = 0;
  // A character takes at least a byte, so no more of them can fit.
  for (const { segment } of segmenter.segment(text.slice(0, maxBytes + 1))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) return cut;
    cut += segment;
  }
  return cut;
}
