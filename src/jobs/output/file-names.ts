import { formatTemplate, parseTemplate } from "../../domain/table/template.ts";
import { addSuffix, toFileName } from "../../lib/text/file-name.ts";

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
