import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A PDF value as qpdf writes it to JSON: names begin with `/`, strings with `u:` or `b:`,
 * references end with ` R`.
 */
export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };

export type Dictionary = { [key: string]: Value };

interface JsonObject {
  value?: Value;
  stream?: { dict: Dictionary; data?: string };
}

/** The objects of a PDF file. */
export class PdfObjects {
  readonly #objects: Record<string, JsonObject>;
  readonly catalog: Dictionary;
  readonly trailer: Dictionary;

  constructor(objects: Record<string, JsonObject>) {
    this.#objects = objects;
    this.trailer = dictionary(objects["trailer"]?.value);
    this.catalog = this.dictionary(this.trailer["/Root"]);
  }

  /** All dictionaries, those of streams included, with their references. */
  *all(): Generator<{ reference: string; dictionary: Dictionary; isStream: boolean }> {
    for (const [key, { value, stream }] of Object.entries(this.#objects)) {
      const found = stream?.dict ?? value;
      if (key === "trailer" || !isDictionary(found)) continue;
      yield { reference: key.slice(4), dictionary: found, isStream: stream !== undefined };
    }
  }

  /** Follows a reference. */
  resolve(value: Value | undefined): Value {
    if (typeof value !== "string" || !/^\d+ \d+ R$/.test(value)) return value ?? null;
    const { value: found, stream } = this.#objects[`obj:${value}`] ?? {};
    return stream?.dict ?? found ?? null;
  }

  dictionary(value: Value | undefined): Dictionary {
    return dictionary(this.resolve(value));
  }

  list(value: Value | undefined): Value[] {
    const found = this.resolve(value);
    return Array.isArray(found) ? found : found === null ? [] : [found];
  }

  /** The decompressed bytes of a stream. */
  bytes(reference: Value | undefined): Buffer {
    const data =
      typeof reference === "string" ? this.#objects[`obj:${reference}`]?.stream?.data : "";
    return Buffer.from(data ?? "", "base64");
  }

  /** The references of pages, in order. */
  pages(): string[] {
    return this.list(this.dictionary(this.catalog["/Pages"])["/Kids"]).map(written);
  }
}

function isDictionary(value: unknown): value is Dictionary {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function dictionary(value: Value | undefined): Dictionary {
  return isDictionary(value) ? value : {};
}

/** Checks a file's syntax with qpdf and reads its objects. Throws what qpdf reports. */
export function readObjects(pdf: Uint8Array): PdfObjects {
  const folder = mkdtempSync(join(tmpdir(), "sundry-pdf-"));
  try {
    const file = join(folder, "document.pdf");
    writeFileSync(file, pdf);
    runQpdf(["--check", file]);
    const json = runQpdf([
      "--json=2",
      "--json-stream-data=inline",
      "--decode-level=generalized",
      file,
    ]);
    const parsed = JSON.parse(json) as { qpdf: [object, Record<string, JsonObject>] };
    return new PdfObjects(parsed.qpdf[1]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runQpdf(words: string[]): string {
  const { status, stdout, stderr } = spawnSync("qpdf", words, {
    maxBuffer: 1 << 29,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`qpdf: ${stderr}${stdout.slice(0, 1000)}`);
  return stdout;
}

/** The text of a string value. */
export function getText(value: Value | undefined): string {
  return typeof value === "string" && value.startsWith("u:") ? value.slice(2) : "";
}

/** A name, number or reference as it is written; empty for anything else. */
export function written(value: Value | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
