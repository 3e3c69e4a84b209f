import type { LineWriter } from "./line-writer.ts";

/**
 * Writes the lines of a log. Keeps them back until `begin`, because the first line of a process is
 * not theirs.
 */
export class LogOutput {
  readonly #writer: LineWriter;
  readonly #format: (json: string) => string;
  #pending: string[] | undefined = [];

  /** `format` turns a line of JSON into the line that is printed. */
  constructor(writer: LineWriter, format: (json: string) => string) {
    this.#writer = writer;
    this.#format = format;
  }

  /** Writes a line of JSON immediately. */
  write(json: string): void {
    const line = this.#format(json);
    if (this.#pending) this.#pending.push(line);
    else this.#writer.write(line);
  }

  /** Writes a formatted line of a request soon, in its order. */
  gather(line: string): void {
    if (this.#pending) this.#pending.push(line);
    else this.#writer.gather(line);
  }

  /** Writes the first line, if there is one, and all that was kept back. */
  begin(first = ""): void {
    const pending = this.#pending ?? [];
    this.#pending = undefined;
    for (const line of [first, ...pending]) if (line !== "") this.#writer.write(line);
  }
}
