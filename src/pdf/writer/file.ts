import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";

/**
 * Maximum objects in an object stream, so that a reader need not decompress a whole document for
 * one of them.
 */
const MAX_OBJECTS_IN_STREAM = 250;

/** Options of deflate. Level 6 would make documents 2 to 3% smaller and take half as long again. */
export const DEFLATE_OPTIONS = { level: 4 };

/**
 * Types of entries in a cross-reference stream (ISO 32000-1, table 18): free, at an offset, in an
 * object stream.
 */
const FREE = 0;
const OFFSET = 1;
const IN_STREAM = 2;

type XrefEntry = [type: number, first: number, second: number];

/**
 * The header, with a comment of binary bytes so that tools do not treat the file as text. PDF/A
 * requires it.
 */
const HEADER = Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1");

/**
 * Writes a PDF file: streams immediately, other objects in object streams later. The same
 * calls produce the same bytes, and the file's identifier is a hash of them.
 */
export class PdfFile {
  readonly #parts: Uint8Array[] = [HEADER];
  #length = HEADER.length;
  readonly #entries: XrefEntry[] = [[FREE, 0, 65_535]];
  #objects: { id: number; body: string }[] = [];

  /** Bytes that are written. */
  get length(): number {
    return this.#length;
  }

  /** Returns the number of an object that is written later. */
  reserve(): number {
    return this.#entries.push([FREE, 0, 0]) - 1;
  }

  /** Writes an object and returns its number. */
  add(body: string, id = this.reserve()): number {
    this.#objects.push({ id, body });
    return id;
  }

  /**
   * Writes a stream and returns its number. `dictionary` is the inside of its dictionary without
   * Length and Filter.
   */
  addStream(dictionary: string, data: Uint8Array, id = this.reserve()): number {
    return this.addRawStream(
      `${dictionary}/Filter/FlateDecode`,
      deflateSync(data, DEFLATE_OPTIONS),
      id,
    );
  }

  /** Writes a stream whose bytes are already encoded as its dictionary states. */
  addRawStream(dictionary: string, data: Uint8Array, id = this.reserve()): number {
    this.#entries[id] = [OFFSET, this.#length, 0];
    this.#write(`${id} 0 obj\n<<${dictionary}/Length ${data.length}>>\nstream\n`);
    this.#push(data);
    this.#write("\nendstream\nendobj\n");
    return id;
  }

  /** Writes the objects so far, which happens at the end by default. */
  flush(): void {
    for (let at = 0; at < this.#objects.length; at += MAX_OBJECTS_IN_STREAM) {
      this.#writeObjects(this.#objects.slice(at, at + MAX_OBJECTS_IN_STREAM));
    }
    this.#objects = [];
  }

  /** Returns the whole file. `root` and `info` are object numbers. */
  finish(root: number, info: number): Buffer {
    this.flush();
    const start = this.#length;
    this.#writeCrossReferences(root, info);
    this.#write(`startxref\n${start}\n%%EOF\n`);
    return Buffer.concat(this.#parts, this.#length);
  }

  #writeObjects(objects: readonly { id: number; body: string }[]): void {
    const stream = this.reserve();
    let index = "";
    let offset = 0;
    objects.forEach(({ id, body }, position) => {
      index += `${id} ${offset} `;
      offset += body.length + 1;
      this.#entries[id] = [IN_STREAM, stream, position];
    });
    const bodies = objects.map(({ body }) => body).join("\n");
    const dictionary = `/Type/ObjStm/N ${objects.length}/First ${index.length}`;
    this.addStream(dictionary, Buffer.from(index + bodies, "latin1"), stream);
  }

  #writeCrossReferences(root: number, info: number): void {
    const id = this.reserve();
    this.#entries[id] = [OFFSET, this.#length, 0];
    const table = Buffer.alloc(this.#entries.length * 7);
    this.#entries.forEach(([type, first, second], index) => {
      table.writeUInt8(type, index * 7);
      table.writeUInt32BE(first, index * 7 + 1);
      table.writeUInt16BE(second, index * 7 + 5);
    });
    const hash = createHash("sha256");
    for (const part of this.#parts) hash.update(part);
    const identifier = hash.digest("hex").slice(0, 32);
    const dictionary = `/Type/XRef/W[1 4 2]/Size ${this.#entries.length}/Root ${root} 0 R/Info ${info} 0 R/ID[<${identifier}><${identifier}>]`;
    const compressed = deflateSync(table, DEFLATE_OPTIONS);
    this.#write(
      `${id} 0 obj\n<<${dictionary}/Filter/FlateDecode/Length ${compressed.length}>>\nstream\n`,
    );
    this.#push(compressed);
    this.#write("\nendstream\nendobj\n");
  }

  #write(text: string): void {
    this.#push(Buffer.from(text, "latin1"));
  }

  #push(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }
}
