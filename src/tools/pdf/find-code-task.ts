import { findCodeBlocks, NestingError, parseMarkdown } from "./markdown/parse.ts";
import type { FoundCodeBlocks } from "./task.ts";

/**
 * Finds the code blocks of a text in a worker. Returns none for a text that cannot be parsed,
 * because `MAKE_TASK` reports the error.
 */
export default function runFindCodeTask(markdown: string): FoundCodeBlocks {
  try {
    return findCodeBlocks(parseMarkdown(markdown).tokens);
  } catch (error) {
    if (error instanceof NestingError) return [];
    throw error;
  }
}
