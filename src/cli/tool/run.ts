import { REPLY_TYPES, type Tool, type ToolReply } from "../../tools/define.ts";
import type { ToolContext } from "../../tools/tool-context.ts";
import { runTool } from "../../tools/run.ts";
import type { CliArgs } from "../arguments.ts";
import { readInput } from "./read-input.ts";
import { parseJson, request, toQuery } from "../server-client.ts";

const JSON_TYPE = "application/json";

/** Runs the tool in this process. */
export async function runLocally(
  tool: Tool,
  args: CliArgs,
  context: ToolContext,
): Promise<ToolReply> {
  const input = await readInput(tool, args);
  const format = args.json ? "json" : "file";
  return runTool(tool, input, { context, query: args.query, format });
}

/** Runs the tool on a server, whose reply is the one that this process would make. */
export async function runRemotely(tool: Tool, args: CliArgs, server: string): Promise<ToolReply> {
  const query = toQuery(args.query);
  const isPost = tool.methods.includes("POST");
  const input = await readInput(tool, args);
  if (!isPost) toQuery(input).forEach((value, name) => query.append(name, value));
  const text = query.size > 0 ? `?${query.toString()}` : "";
  const accept = `${REPLY_TYPES[args.json ? "json" : "file"]}, */*;q=0.1`;
  const response = await request(`${server}${tool.path}${text}`, {
    headers: { accept, ...(isPost && { "content-type": JSON_TYPE }) },
    ...(isPost && { method: "POST", body: JSON.stringify(input) }),
  });
  if (!response.type.startsWith(JSON_TYPE)) return response;
  return { type: response.type, body: parseJson(response) as object };
}
