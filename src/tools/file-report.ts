/** How a command reports on several files. */
export interface FileReport {
  /** Returns the lines that are printed about a file, whose name is printable. */
  describe(output: object, file: string): readonly string[];
  /** Levels of findings on a file, the gravest first. `--fail-on` names the least that fails. */
  levels: readonly string[];
  /** Returns the gravest level that a file has, or undefined. */
  findLevel(output: object): string | undefined;
  /** Returns the files in a file: their names, and the queries that they reply to. */
  listAttachments(output: object): readonly { name: string; query: Record<string, unknown> }[];
}
