import type { CallToolResult } from "@modelcontextprotocol/server";
import { getDefaultOutput, listBatchTools, parseBatchOptions } from "../../jobs/options.ts";
import type { EncodedRow } from "../../jobs/output/output.ts";
import { type BatchPlan, createPlan } from "../../jobs/plan.ts";
import type { RowError } from "../../jobs/row-result.ts";
import { runRows } from "../../jobs/run-rows.ts";
import { ValidationError } from "../../lib/errors.ts";
import { compileInput } from "../../lib/input/input.ts";
import type { Input } from "../../lib/schema.ts";
import { toBatchClient } from "../../lib/workers/fair-queue.ts";
import type { Tool } from "../../tools/define.ts";
import type { ToolContext } from "../../tools/tool-context.ts";
import { toContent } from "../call-tool.ts";
import type { McpCall, McpTool } from "../tool.ts";
import { BatchFiles } from "./batch-files.ts";
import { BatchToolOutput, createBatchInput } from "./schemas.ts";

interface BatchToolOptions {
  tools: readonly Tool[];
  context: ToolContext;
  /** Returns the status and the sentence of an error; logs one of ours. */
  describeError(error: unknown): RowError;
}

/** Creates the MCP tool that runs any other one for each of up to 50 rows. */
export function createBatchTool(options: BatchToolOptions): McpTool {
  const tools = new Map(listBatchTools(options.tools).map((tool) => [tool.name, tool]));
  const validate = compileInput(createBatchInput([...tools.keys()]));
  // Rows as they were sent, because the schema of the tool normalizes them.
  const parse = (args: unknown): BatchInput => {
    const input = validate(args);
    const { rows, defaults } = args as BatchInput;
    return { ...input, rows, ...(defaults != null && { defaults }) };
  };
  const describe = (names: readonly string[]): McpTool => ({
    name: "batch",
    title: "Many at once",
    description: "Runs a tool for each of up to 50 rows. A row's error does not stop the others.",
    group: "calculators",
    keywords: ["bulk", "rows", "mail merge", "zip"],
    ...describeInput(names),
    outputSchema: BatchToolOutput,
    scope: undefined,
    usageName: "other",
    isReadOnly: true,
    isIdempotent: false,
    isOpenWorld: true,
    call: async (args, call) => runBatch(parse(args), call, { ...options, tools }),
  });
  const unrestricted = describe([...tools.keys()]);
  return {
    ...unrestricted,
    restrict(mayUse) {
      if (mayUse("tools:*")) return unrestricted;
      const usable = [...tools.values()].filter(({ scope }) => mayUse(`tools:${scope}`));
      const names = usable.map(({ name }) => name);
      return names.length === 0 ? undefined : { ...describe(names), variant: names.join("+") };
    },
  };
}

const EXAMPLE = { tool: "hash", rows: [{ text: "one" }, { text: "two" }] };

/** Returns the input for a caller that may run the tools of these names. */
function describeInput(names: readonly string[]): Pick<McpTool, "inputSchema" | "example"> {
  const inputSchema = createBatchInput(names);
  if (!names.includes(EXAMPLE.tool)) return { inputSchema };
  return { inputSchema: { ...inputSchema, examples: [EXAMPLE] }, example: EXAMPLE };
}

type BatchInput = Input<ReturnType<typeof createBatchInput>>;

interface BatchDeps extends Omit<BatchToolOptions, "tools"> {
  tools: ReadonlyMap<string, Tool>;
}

async function runBatch(
  input: BatchInput,
  call: McpCall,
  deps: BatchDeps,
): Promise<CallToolResult> {
  const plan = planBatch(input, deps.tools);
  const { tool, rowCount, limits } = plan;
  await call.startRows({ rows: rowCount, usageName: tool.scope, limits });
  const files = plan.output.form === "file" ? new BatchFiles(plan) : undefined;
  const results: object[] = [];
  let failed = 0;
  for await (const row of startRows(input, plan, { call, ...deps })) {
    if (row.error !== undefined) failed += 1;
    results.push(await describeRow(row, files));
    call.onProgress?.(results.length);
  }
  call.signal.throwIfAborted();
  const kept = await files?.finish(call.files);
  const output = { rows: rowCount, failed, results, url: kept?.link?.uri ?? null };
  const text = { type: "text" as const, text: JSON.stringify(output) };
  const embedded = kept?.embedded.map(({ name, type, body }) =>
    toContent(tool, { mimeType: type, body }, `sundry://batch/${encodeURIComponent(name)}`),
  );
  return { content: [text, ...(embedded ?? [])], structuredContent: output };
}

/** Throws a ValidationError for a format that the tool lacks. */
function planBatch(
  { tool: name, rows, defaults = {}, format }: BatchInput,
  tools: ReadonlyMap<string, Tool>,
): BatchPlan {
  const tool = tools.get(name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  const isMember = "format" in tool.input.properties;
  const isQuery = "format" in (tool.query?.properties ?? {});
  if (format !== undefined && !isMember && !isQuery)
    throw ValidationError.at(["format"], `is not a member of ${name}`);
  const options = parseBatchOptions({
    defaults: format !== undefined && isMember ? { ...defaults, format } : defaults,
    output: getDefaultOutput(tool),
  });
  const query = format !== undefined && isQuery ? { format } : {};
  return createPlan({ tool, query, options, columns: undefined, rowCount: rows.length });
}

function startRows(
  { rows }: BatchInput,
  plan: BatchPlan,
  { call, context, describeError }: BatchDeps & { call: McpCall },
): AsyncIterable<EncodedRow> {
  const { ipPrefix, signal, source: files, countUse } = call;
  return runRows(
    rows.map((row) => ({ read: () => row })),
    {
      plan,
      context,
      client: toBatchClient(ipPrefix),
      files,
      signal,
      countUse,
      describeError,
    },
  );
}

/** Returns a row of the output: its line of NDJSON, or its file. */
async function describeRow(row: EncodedRow, files: BatchFiles | undefined): Promise<object> {
  if (!files) return JSON.parse(Buffer.from(row.bytes).toString()) as object;
  const { number, status, error } = row;
  const file = await files.add(row);
  return { row: number, status, ...(error === undefined ? { file } : { error }) };
}
