import { HttpError } from "../../lib/errors.ts";
import { type PartHeader, parsePartHeader } from "../../lib/net/part-header.ts";

/** A part of a form: its header, and the place of its content in the body. */
export interface PartRange extends PartHeader {
  start: number;
  end: number;
}

const MAX_PARTS = 100;
const MAX_HEADER_BYTES = 16_384;
const HEADER_END = "\r\n\r\n";

/** Finds the parts of a form (RFC 7578) in chunks. Rejects with an HttpError of 400. */
export async function findFormParts(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<PartRange[]> {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw createFormError();
  const search = new PartSearch(Buffer.from(`\r\n--${boundary}`, "latin1"));
  for await (const chunk of chunks) if (search.add(chunk)) return search.parts;
  throw createFormError();
}

/** Searches for delimiters and headers, and keeps only bytes that may begin one. */
class PartSearch {
  readonly parts: PartRange[] = [];
  readonly #delimiter: Buffer;
  // As if a line ended before the body, because the first delimiter may begin it.
  #bytes = Buffer.from("\r\n");
  /** The position of `#bytes` in the body. */
  #position = -2;
  #header: PartHeader | undefined;
  #start = 0;

  constructor(delimiter: Buffer) {
    this.#delimiter = delimiter;
  }

  /** Returns true at the end of the form. */
  add(chunk: Uint8Array): boolean {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    for (let end = this.#readContent(); end !== undefined; end = this.#readContent()) {
      if (end) return true;
    }
    return false;
  }

  /**
   * Reads the rest of a part, and the header of the next one. Returns true at the end of the form,
   * and undefined when more bytes are needed.
   */
  #readContent(): boolean | undefined {
    const delimiter = this.#bytes.indexOf(this.#delimiter);
    if (delimiter === -1) {
      this.#skip(Math.max(0, this.#bytes.length - this.#delimiter.length));
      return undefined;
    }
    const at = delimiter + this.#delimiter.length;
    if (this.#bytes.toString("latin1", at, at + 2) === "--") {
      this.#endPart(delimiter);
      return true;
    }
    const headerEnd = this.#bytes.indexOf(HEADER_END, at);
    if (headerEnd === -1) {
      if (this.#bytes.length - at > MAX_HEADER_BYTES) throw createFormError();
      this.#skip(delimiter);
      return undefined;
    }
    this.#endPart(delimiter);
    this.#header = parsePartHeader(this.#bytes.toString("utf8", at, headerEnd));
    this.#start = this.#position + headerEnd + HEADER_END.length;
    // Keeps the line end, which may be that of the next delimiter.
    this.#skip(headerEnd + 2);
    return false;
  }

  #endPart(at: number): void {
    if (this.parts.length === MAX_PARTS) throw createFormError();
    const end = Math.max(this.#start, this.#position + at);
    if (this.#header) this.parts.push({ ...this.#header, start: this.#start, end });
    this.#header = undefined;
  }

  #skip(count: number): void {
    this.#bytes = this.#bytes.subarray(count);
    this.#position += count;
  }
}

function createFormError(): HttpError {
  return new HttpError(400, "The form cannot be read.");
}
