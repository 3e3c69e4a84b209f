import { HttpError } from "../../lib/errors.ts";

/** Characters of a value, so that one of a huge body does not fill the memory. */
const MAX_VALUE_LENGTH = 16_777_216;

/**
 * Reads a text that arrives in chunks. It yields undefined where it needs the next one, and else
 * what it finds.
 */
export type TextReader<Found, Result = void> = Generator<Found | undefined, Result>;

/** The part of a text that has arrived and is not read yet. */
export class TextInput {
  text = "";
  at = 0;
  isLast = false;

  append(chunk: string, isLast: boolean): void {
    this.text = this.text.slice(this.at) + chunk;
    this.at = 0;
    this.isLast = isLast;
  }

  /**
   * Reads the text up to the index that `findEnd` returns for a start; at the text's end there may
   * be more of it. Throws an HttpError of 413 for a part of more than 16 MiB.
   */
  *readPart(findEnd: (text: string, at: number) => number): TextReader<never, string> {
    for (let minLength = 0; ; yield) {
      const length = this.text.length - this.at;
      // A part of many chunks is searched a few times only.
      if (length < minLength && !this.isLast) continue;
      const end = findEnd(this.text, this.at);
      if (end < this.text.length || this.isLast) {
        const part = this.text.slice(this.at, end);
        this.at = end;
        return part;
      }
      if (length > MAX_VALUE_LENGTH)
        throw new HttpError(413, `A row has more than ${MAX_VALUE_LENGTH} characters.`);
      minLength = Math.min(2 * length, MAX_VALUE_LENGTH + 1);
    }
  }
}

/** Passes chunks to a reader, and yields what it finds. Resolves with its result. */
export async function* readChunks<Found, Result>(
  chunks: AsyncIterable<string>,
  input: TextInput,
  reader: TextReader<Found, Result>,
): AsyncGenerator<Found, Result> {
  const iterator = chunks[Symbol.asyncIterator]();
  for (;;) {
    const { value: item, done } = reader.next();
    if (done) return item;
    if (item !== undefined) yield item;
    else {
      const next = await iterator.next();
      input.append(next.done ? "" : next.value, next.done === true);
    }
  }
}
