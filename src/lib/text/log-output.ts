/**
 * Writes the lines of a log. Keeps them back until `begin`, because the first line of a process is
 * not theirs.
 */
export class LogOutput {
  readonly #print: (text: string) => void;
  readonly #format: (json: string) => string;
  #pending: string[] | undefined = [];

  /** `format` turns a line of JSON into the line that is printed. */
  constructor(print: (text: string) => void, format: (json: string) => string) {
    this.#print = print;
    this.#format = format;
  }

  write(json: string): void {
    const line = this.#format(json);
    if (this.#pending) this.#pending.push(line);
    else this.#print(line);
  }

  /** Prints the first line, if there is one, and all that was kept back. */
  begin(first = ""): void {
    const pending = this.#pending ?? [];
    this.#pending = undefined;
    for (const line of [first, ...pending]) if (line !== "") this.#print(line);
  }
}
