import type { TSchema } from "typebox";
import { formatPath, type Issue, type Path, type ValidationError } from "../../lib/errors.ts";
import { compileInput } from "../../lib/input/input.ts";
import type { SchemaNode } from "../../lib/schema.ts";
import type { McpTool } from "../tool.ts";
import { correctCall } from "./correct-call.ts";
import { isJsonObject, type JsonObject } from "../../lib/text/parse-json.ts";

/** Maximum bytes of a description, of the example in it, and characters of a rule. */
const MAX_BYTES = 2048;
const MAX_EXAMPLE_BYTES = 1200;
const MAX_PROBLEMS = 50;
const MAX_RULE_LENGTH = 300;

/**
 * Returns JSON with the rules that a call breaks, and a valid call: the caller's corrected one,
 * else the smallest one.
 */
export async function describeFailure(
  tool: McpTool,
  input: unknown,
  { issues }: ValidationError,
): Promise<string> {
  const problems = issues.slice(0, MAX_PROBLEMS).map((issue) => toProblem(issue, input));
  const example = (await findExample(tool, input)) ?? getBriefExample(tool);
  for (; problems.length > 1; problems.pop()) {
    const text = JSON.stringify({ problems, example });
    if (Buffer.byteLength(text) <= MAX_BYTES) return text;
  }
  return JSON.stringify({ problems, example });
}

function toProblem(
  { path, message }: Issue,
  input: unknown,
): { path: string; rule: string; got: string } {
  const rule = message.replace(/^: /, "").slice(0, MAX_RULE_LENGTH);
  return { path: formatPath(path).slice(0, MAX_RULE_LENGTH), rule, got: describeType(input, path) };
}

/** Returns the JSON type of the value at a path. */
function describeType(input: unknown, path: Path): string {
  const value = path.reduce<unknown>((current, step) => {
    const isMember =
      typeof current === "object" && current !== null && Object.hasOwn(current, step);
    return isMember ? (current as JsonObject)[step] : undefined;
  }, input);
  if (value === undefined) return "missing";
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Returns the caller's own call without its mistakes; undefined if it is too large or unclear. */
async function findExample(tool: McpTool, input: unknown): Promise<JsonObject | undefined> {
  if (!isJsonObject(input) || measure(input) > MAX_EXAMPLE_BYTES) return undefined;
  const { inputSchema: schema, example } = tool;
  const check = tool.check ?? createCheck(schema);
  const samples = [getBriefExample(tool), example].filter(isJsonObject);
  const corrected = await correctCall(input, { schema, samples, check });
  return corrected && measure(corrected) <= MAX_EXAMPLE_BYTES ? corrected : undefined;
}

/** Checks inputs of a tool without rules beyond its schema. */
function createCheck(schema: object): (input: unknown) => void {
  const parse = compileInput(schema as TSchema);
  return (input) => void parse(input);
}

function measure(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function getBriefExample({ inputSchema }: McpTool): unknown {
  return (inputSchema as SchemaNode).examples?.[0];
}
