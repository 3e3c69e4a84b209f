import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { InputError } from "../lib/errors.ts";
import { inputReader } from "../lib/input.ts";
import type { Reply, Tool, World } from "../tools/define.ts";
import type { Asked, Member } from "./arguments.ts";

/** An answer of a server that is not a success. `status` is the HTTP status. */
export class ServerError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "ServerError";
    this.status = status;
  }
}

/**
 * Adds what the flags left out, from the file or standard input: the text of the tool's text member where it
 * has one (`text`, `code`), else the input as JSON. Flags win over the file.
 */
function withFile(tool: Tool, asked: Asked): Record<string, unknown> {
  const { file, input } = asked;
  const { properties } = tool.input;
  // Absent where every member may be left out.
  const required = tool.input.required ?? [];
  const missing = required.filter((name) => !(name in input));
  const waits = file === undefined && missing.length > 0 && !process.stdin.isTTY;
  if (file === undefined && !waits) return input;
  const content = read(file);
  const textMember = required.find((name) => {
    const member = properties[name] as Member;
    return member.type === "string" && !member.enum;
  });
  if (textMember === undefined || file?.endsWith(".json")) return { ...parse(content), ...input };
  const language = extname(file ?? "").slice(1);
  return {
    ...("language" in properties && language !== "" && { language }),
    // The last line's end is the file's, not the text's.
    [textMember]: content.replace(/\r?\n$/, ""),
    ...input,
  };
}

function read(file: string | undefined): string {
  try {
    return readFileSync(file === undefined || file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw InputError.at([file ?? "standard input"], `cannot be read: ${(error as Error).message}`);
  }
}

function parse(content: string): object {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Said below, like every other content that is no object.
  }
  throw InputError.at(["input"], "must be a JSON object");
}

/** The tool's answer, computed in this process. */
export async function askHere(tool: Tool, asked: Asked, world: World): Promise<Reply> {
  const input = inputReader(tool.input)(withFile(tool, asked));
  const query = tool.query ? inputReader(tool.query)(asked.query) : {};
  const result = await tool.run(input, world);
  const form = asked.json ? "json" : "file";
  return (
    tool.reply?.(result, { form, accept: "", query }) ?? {
      type: "application/json",
      body: result as object,
    }
  );
}

/** The same answer from the server at `url`. */
export async function askServer(tool: Tool, asked: Asked, url: string): Promise<Reply> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked.query)) query.set(name, String(value));
  const posts = tool.methods?.includes("POST") ?? true;
  const text = query.size > 0 ? `?${query}` : "";
  const accept = asked.json ? "application/json" : [...(tool.media ?? []), "*/*;q=0.1"].join(", ");
  const response = await fetch(`${url.replace(/\/+$/, "")}${tool.path}${text}`, {
    headers: { accept, ...(posts && { "content-type": "application/json" }) },
    ...(posts && { method: "POST", body: JSON.stringify(withFile(tool, asked)) }),
  });
  const type = response.headers.get("content-type") ?? "";
  const body = new Uint8Array(await response.arrayBuffer());
  if (!response.ok) throw new ServerError(response.status, sentence(body, response.status));
  return { type, body: type.startsWith("application/json") ? parse(decode(body)) : body };
}

function sentence(body: Uint8Array, status: number): string {
  try {
    return (JSON.parse(decode(body)) as { error: string }).error;
  } catch {
    return `the server answered ${status}`;
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
