import { inflateSync } from "node:zlib";

/** An object of a PDF file: its text without `obj`, and the stored bytes of a stream. */
export interface PdfObject {
  body: string;
  data?: Uint8Array;
}

/** The objects of a file, by their number. */
export interface PdfObjects {
  root: number;
  info: number;
  /** Throws an Error for a number that the file does not have. */
  get(id: number): PdfObject;
}

/**
 * Reads a file that `PdfFile` wrote: one cross-reference stream, and everything but streams in
 * object streams. Throws an Error for other files.
 */
export function readPdfObjects(bytes: Uint8Array): PdfObjects {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const table = readStream(
    file,
    readNumber(file.toString("latin1", file.length - 40), "startxref"),
  );
  const entries = inflateSync(table.data);
  const packed = new Map<number, string[]>();
  const readPacked = (stream: number) => {
    const objects = packed.get(stream) ?? readObjectStream(readStream(file, readOffset(stream)));
    packed.set(stream, objects);
    return objects;
  };
  const readOffset = (id: number) => entries.readUInt32BE(id * ENTRY_BYTES + 1);
  return {
    root: readNumber(table.body, "/Root"),
    info: readNumber(table.body, "/Info"),
    get(id) {
      if (entries[id * ENTRY_BYTES] === IN_STREAM) {
        const body = readPacked(readOffset(id))[entries.readUInt16BE(id * ENTRY_BYTES + 5)];
        if (body !== undefined) return { body };
      } else if (entries[id * ENTRY_BYTES] === OFFSET) return readStream(file, readOffset(id));
      throw new Error(`the PDF has no object ${id}`);
    },
  };
}

/** Bytes of an entry of the cross-reference stream, and its types. */
const ENTRY_BYTES = 7;
const OFFSET = 1;
const IN_STREAM = 2;

const STREAM_START = "\nstream\n";

/** Returns the inside of a stream's dictionary without Length, and the stream's bytes. */
function readStream(file: Buffer, at: number): { body: string; data: Uint8Array } {
  const start = file.indexOf(STREAM_START, at);
  const head = file.toString("latin1", at, start);
  const [, body = "", length = ""] = /^\d+ 0 obj\n<<([^]*)\/Length (\d+)>>$/.exec(head) ?? [];
  const from = start + STREAM_START.length;
  if (length === "") throw new Error("the PDF is not one of ours");
  return { body, data: file.subarray(from, from + Number(length)) };
}

function readObjectStream({ body, data }: { body: string; data: Uint8Array }): string[] {
  const text = inflateSync(data).toString("latin1");
  const first = readNumber(body, "/First");
  const index = text.slice(0, first).trim().split(" ").map(Number);
  const offsets = index.filter((_, position) => position % 2 === 1);
  return offsets.map((offset, position) =>
    text.slice(first + offset, first + (offsets[position + 1] ?? text.length - first + 1) - 1),
  );
}

function readNumber(text: string, name: string): number {
  return Number(new RegExp(`${name}\\s+(\\d+)`).exec(text)?.[1]);
}
