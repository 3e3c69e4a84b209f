import { listBatchTools } from "../../jobs/options.ts";
import type { Tool } from "../../tools/define.ts";

/** Returns the names of the tools that `sundry batch` runs. */
export function listRowTools(tools: readonly Tool[]): string[] {
  return listBatchTools(tools).map(({ name }) => name);
}
