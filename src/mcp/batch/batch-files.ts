import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { detectMediaType } from "../../domain/files/media-type.ts";
import { FileNames } from "../../jobs/output/file-names.ts";
import type { EncodedRow, OutputParts, OutputWriter } from "../../jobs/output/output.ts";
import type { BatchPlan } from "../../jobs/plan.ts";
import type { FileLink, ResultFiles } from "../files/result-files.ts";

const inflate = promisify(inflateRaw);

interface BatchFile {
  name: string;
  type: string;
  body: Uint8Array;
}

/** The files of a batch, for the result or as a ZIP. */
export class BatchFiles {
  readonly #tool: string;
  readonly #writer: OutputWriter;
  /** The names that the writer chooses, because it has the same rows. */
  readonly #names: FileNames;
  readonly #parts: OutputParts[] = [];
  readonly #files: BatchFile[] = [];

  constructor({ tool, output, rowCount }: BatchPlan) {
    this.#tool = tool.name;
    this.#writer = output.createWriter();
    this.#names = new FileNames(rowCount);
  }

  /** Adds a row. Resolves with the entry for its file in the result; undefined for a failed row. */
  async add(row: EncodedRow) {
    this.#parts.push(this.#writer.add(row));
    const { file, bytes, number } = row;
    if (!file) return undefined;
    const body = file.isDeflated ? await inflate(bytes) : bytes;
    const name = this.#names.create(file, number);
    const type = detectMediaType(body, name);
    this.#files.push({ name, type, body });
    return { name, type, bytes: body.length };
  }

  /** Returns the files where they are small together, else keeps their ZIP. */
  async finish(
    files: ResultFiles,
  ): Promise<{ embedded: readonly BatchFile[]; link?: FileLink | undefined }> {
    const bytes = this.#files.reduce((sum, { body }) => sum + body.length, 0);
    if (bytes <= files.inlineBytes) return { embedded: this.#files };
    const parts = [...this.#parts.flat(), ...(this.#writer.end?.() ?? [])];
    const zip = Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)));
    const name = `${this.#tool}.zip`;
    return { embedded: [], link: await files.keep({ name, type: "application/zip", bytes: zip }) };
  }
}
