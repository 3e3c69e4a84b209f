import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";

const inflate = promisify(inflateRaw);

const LOCAL_HEADER = 0x04034b50;
const HEADER_BYTES = 30;
const DEFLATED = 8;

/** Reads the files of a ZIP that arrives in chunks, and whose local headers have the sizes. */
export class ZipReader {
  #bytes = Buffer.of();

  /** Yields the files that are complete with the next chunk. */
  async *read(chunk: Uint8Array): AsyncGenerator<{ name: string; content: Uint8Array }> {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    for (let file = this.#takeFile(); file; file = this.#takeFile()) {
      const { name, packed, method } = file;
      yield { name, content: method === DEFLATED ? await inflate(packed) : packed };
    }
  }

  #takeFile() {
    const bytes = this.#bytes;
    if (bytes.length < HEADER_BYTES || bytes.readUInt32LE(0) !== LOCAL_HEADER) return undefined;
    const nameEnd = HEADER_BYTES + bytes.readUInt16LE(26);
    const start = nameEnd + bytes.readUInt16LE(28);
    const end = start + bytes.readUInt32LE(18);
    if (bytes.length < end) return undefined;
    this.#bytes = bytes.subarray(end);
    const name = bytes.toString("utf8", HEADER_BYTES, nameEnd);
    return { name, packed: bytes.subarray(start, end), method: bytes.readUInt16LE(8) };
  }
}
