import { extname } from "node:path";
import { ValidationError } from "../lib/errors.ts";
import type { Tool, ToolContext, ToolReply } from "../tools/define.ts";
import { runTool } from "../tools/run.ts";
import type { CliArgs, Member } from "./arguments.ts";
import { readBytes, readContent } from "./content.ts";
import { jsonOf, request } from "./request.ts";

const JSON_TYPE = "application/json";

/**
 * Adds what the flags left out, from the file or standard input: the text of the tool's text member where it
 * has one (`text`, `code`), else the input as JSON. Flags win over the file.
 */
async function withFile(tool: Tool, asked: CliArgs): Promise<Record<string, unknown>> {
  const { file, input } = asked;
  const { properties } = tool.input;
  // Absent where every member may be left out.
  const required = tool.input.required ?? [];
  const missing = required.filter((name) => !(name in input));
  const waits = file === undefined && missing.length > 0 && !process.stdin.isTTY;
  if (file === undefined && !waits) return input;
  const textMember = required.find((name) => {
    const member = properties[name] as Member;
    return member.type === "string" && !member.enum;
  });
  if (textMember !== undefined && isBase64(properties[textMember]) && !file?.endsWith(".json")) {
    const bytes = await readBytes(file, tool.bodyLimitBytes);
    return { [textMember]: bytes.toString("base64"), ...input };
  }
  const content = await readContent(file, tool.bodyLimitBytes);
  if (textMember === undefined || file?.endsWith(".json")) {
    // Nobody piped anything: what is missing is said by its names.
    return file === undefined && content.trim() === "" ? input : { ...parse(content), ...input };
  }
  const language = extname(file ?? "").slice(1);
  return {
    ...("language" in properties && language !== "" && { language }),
    [textMember]: isBytes(properties[textMember]) ? content : content.replace(/\r?\n$/, ""),
    ...input,
  };
}

/** Files of any kind travel as base64. */
function isBase64(member: Member | undefined): boolean {
  return member?.contentEncoding === "base64";
}

/** Else the last line's end is the file's, not the text's. */
function isBytes(member: Member | undefined): boolean {
  return member?.["x-text"] === "bytes";
}

function parse(content: string): object {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Said below, like every other content that is no object.
  }
  throw ValidationError.at(["input"], "must be a JSON object");
}

/** Runs the tool in this process. */
export async function runLocally(
  tool: Tool,
  asked: CliArgs,
  context: ToolContext,
): Promise<ToolReply> {
  const input = await withFile(tool, asked);
  const format = asked.json ? "json" : "file";
  return runTool(tool, input, { context, query: asked.query, format });
}

/** The same answer from a server. Throws InputError where it has no JSON form to give. */
export async function runRemotely(tool: Tool, asked: CliArgs, server: string): Promise<ToolReply> {
  const query = new URLSearchParams(asked.json ? jsonQuery(tool) : {});
  for (const [name, value] of Object.entries(asked.query)) query.set(name, String(value));
  const posts = tool.methods.includes("POST");
  const text = query.size > 0 ? `?${query}` : "";
  const accept = asked.json ? JSON_TYPE : [...fileTypes(tool), "*/*;q=0.1"].join(", ");
  const answer = await request(`${server}${tool.path}${text}`, {
    headers: { accept, ...(posts && { "content-type": JSON_TYPE }) },
    ...(posts && { method: "POST", body: JSON.stringify(await withFile(tool, asked)) }),
  });
  if (answer.type.startsWith(JSON_TYPE)) {
    return { type: answer.type, body: jsonOf(answer) as object };
  }
  if (asked.json) {
    throw ValidationError.at(["--json"], "is not to be had from a server here: ask without one");
  }
  return answer;
}

function fileTypes({ media }: Tool): string[] {
  return media.filter((type) => type !== JSON_TYPE);
}

/** The query with which a path answers as JSON, where it has one. */
function jsonQuery({ query }: Tool): Record<string, string> {
  const choosing = Object.entries(query?.properties ?? {}).find(([, member]) =>
    (member as Member).enum?.includes("json"),
  );
  return choosing ? { [choosing[0]]: "json" } : {};
}
