import type { TaskRunner } from "../lib/workers/task-pool.ts";
import { WorkerError } from "../lib/workers/worker-client.ts";
import type { Highlighter } from "../tools/pdf/highlighter.ts";

const TASK = new URL("../tools/code-image/highlight/print-task.js", import.meta.url);

/**
 * Colors code with the highlighter of code images. Falls back to plain code, because a document
 * without colors is better than none.
 */
export function createHighlighter(tasks: TaskRunner): Highlighter {
  return {
    async highlight(blocks) {
      try {
        return await tasks.run(TASK, blocks, { onTimeout: () => [] });
      } catch (error) {
        // Thrown by a grammar that fails on the code.
        if (error instanceof WorkerError) return [];
        throw error;
      }
    },
  };
}
