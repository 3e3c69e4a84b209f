import type { ListToolsResult } from "@modelcontextprotocol/server";
import { LruCache } from "../../lib/lru.ts";
import { CALL_TOOL, createSearchTools } from "./search-tools.ts";
import { type Selection, selectTools, type SelectionRequest } from "./selection.ts";
import { listTool } from "./tool-list.ts";
import { isJsonObject } from "../../lib/text/parse-json.ts";
import type { MayUse, McpTool } from "../tool.ts";

/** The tools of one client. */
export interface Catalog {
  /** The tools that it may call, by name. */
  tools: ReadonlyMap<string, McpTool>;
  list: ListToolsResult;
  /** Every tool, whatever the client selects. */
  all: ReadonlyMap<string, McpTool>;
  /** The tools that have resources: in search mode those that are found. */
  described: ReadonlyMap<string, McpTool>;
}

/** Maximum selections whose lists are kept. */
const MAX_CATALOGS = 64;

/**
 * Returns a function that makes the catalog of a selection, with the tools that the caller may use,
 * and keeps the latest ones.
 */
export function createCatalogs(all: ReadonlyMap<string, McpTool>) {
  const catalogs = new LruCache<string, Catalog>(MAX_CATALOGS);
  return (request: SelectionRequest, mayUse?: MayUse): Catalog => {
    const selected = selectTools(all, request);
    const selection = mayUse ? restrict(selected, mayUse) : selected;
    const names = [...selection.tools.values()].map(({ name, variant }) => variant ?? name);
    const key = [selection.isSearch, ...names].join();
    const cached = catalogs.get(key);
    if (cached) return cached;
    const catalog = createCatalog(selection, all);
    catalogs.set(key, catalog);
    return catalog;
  };
}

function restrict({ tools, isSearch }: Selection, mayUse: MayUse): Selection {
  const usable = [...tools.values()]
    .filter(({ scope }) => scope === undefined || mayUse(scope))
    .flatMap((tool) => (tool.restrict ? (tool.restrict(mayUse) ?? []) : tool));
  return { tools: new Map(usable.map((tool) => [tool.name, tool])), isSearch };
}

function createCatalog({ tools, isSearch }: Selection, all: Catalog["all"]): Catalog {
  const listed = isSearch ? createSearchTools(tools) : [...tools.values()];
  return {
    tools: new Map(listed.map((tool) => [tool.name, tool])),
    list: { tools: listed.map(listTool) },
    all,
    described: tools,
  };
}

/** Returns the tool that a call counts for; undefined for none. */
export function getCountedTool(
  { tools, described }: Catalog,
  { name, arguments: args }: CallParams,
): McpTool | undefined {
  const tool = findTool(tools, name);
  if (tool?.name === CALL_TOOL) return findTool(described, (args as CallParams | null)?.name);
  return tool?.isCounted === false ? undefined : tool;
}

export interface ToolCall {
  tool: McpTool;
  input: unknown;
}

/**
 * Returns the tool that a call means, in search mode the one that it calls in turn; undefined for
 * an unknown one.
 */
export function resolveCall(
  { tools, described }: Catalog,
  { name, arguments: input = {} }: CallParams,
): ToolCall | undefined {
  const tool = findTool(tools, name);
  if (tool?.name !== CALL_TOOL) return tool && { tool, input };
  const { name: innerName, arguments: innerInput } = input as CallParams;
  const inner = findTool(described, innerName);
  const isCall = innerInput == null || isJsonObject(innerInput);
  return inner && isCall ? { tool: inner, input: innerInput ?? {} } : { tool, input };
}

function findTool(tools: ReadonlyMap<string, McpTool>, name: unknown): McpTool | undefined {
  return typeof name === "string" ? tools.get(name) : undefined;
}

/** The parameters of a call before anything has checked them. */
interface CallParams {
  name?: unknown;
  arguments?: unknown;
}
