import { HttpError } from "../../lib/errors.ts";
import { splitList } from "../../lib/text/split-list.ts";
import { formatSuggestion } from "../../lib/text/suggest.ts";
import { TOOL_GROUPS } from "../../tools/define.ts";
import type { McpTool } from "../tool.ts";

/** The tools that a client asks for, and how it wants them listed. */
export interface Selection {
  tools: ReadonlyMap<string, McpTool>;
  /** True: three tools that find, describe and call the others are listed instead of them. */
  isSearch: boolean;
}

/** A selection as text. Undefined members are not restricted. */
export interface SelectionRequest {
  /** Names between commas. */
  tools: string | undefined;
  /** Sets between commas. */
  set: string | undefined;
  mode: string | undefined;
}

const SETS = new Set<string>(TOOL_GROUPS);
/** Maximum characters of a wrong name that a message repeats. */
const MAX_NAME = 64;

/** Selects tools. Throws HttpError (400) for unknown names, sets and modes. */
export function selectTools(
  all: ReadonlyMap<string, McpTool>,
  { tools = "", set = "", mode }: SelectionRequest,
): Selection {
  if (mode !== undefined && mode !== "search") throw new HttpError(400, "mode must be search");
  const isSearch = mode === "search";
  const names = new Set(splitList(tools));
  const sets = new Set(splitList(set));
  for (const name of sets) if (!SETS.has(name)) throw createSetError(name);
  for (const name of names) if (!all.has(name)) throw createNameError(name, [...all.keys()]);
  if (names.size === 0 && sets.size === 0) return { tools: all, isSearch };
  const chosen = [...all].filter(([name, { group }]) => names.has(name) || sets.has(group));
  return { tools: new Map(chosen), isSearch };
}

function createSetError(name: string): HttpError {
  const sets = TOOL_GROUPS.join(", ").replace(/, (?=\w+$)/, " or ");
  return new HttpError(400, `set must be ${sets}; it is ${quote(name)}`);
}

function createNameError(name: string, names: readonly string[]): HttpError {
  return new HttpError(400, `tools has no tool ${quote(name)}${formatSuggestion(name, names)}`);
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, MAX_NAME));
}
