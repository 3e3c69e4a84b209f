import type { TableRow } from "./table.ts";

/** Writes a text to standard output, with a line break at its end. */
export type Print = (text: string) => void;

/** The help of a command, and its part of the manual page. */
export interface Manual {
  help: string;
  flagRows: readonly TableRow[];
  /** A sentence. */
  about: string;
}

/** A command other than the tools. */
export interface Command {
  name: string;
  summary: string;
  /** Its forms and what they do, for the help. */
  usage: readonly TableRow[];
  /** Words that can follow it, besides the flags of `manual`. */
  words?: readonly string[];
  /** True: the name of a tool that takes rows follows, too. */
  takesRowTool?: boolean;
  manual?: Manual;
  /** Returns false for exit code 1. Its modules are loaded when it runs. */
  run(argv: string[], print: Print): Promise<boolean>;
}
