import { ValidationError } from "../lib/errors.ts";
import type { Tool } from "../tools/define.ts";
import { serverAddress } from "./request.ts";

/** A member of a tool's input or query as the command line sees it. */
export interface Flag {
  /** `--show-line-numbers` without the dashes. */
  flag: string;
  member: string;
  from: "input" | "query";
  schema: Member;
  required: boolean;
}

/** What flags look at in a member's schema. */
export interface Member {
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  description?: string;
  default?: unknown;
  "x-alias"?: string;
  "x-text"?: string;
  contentEncoding?: string;
}

/** A command line, taken apart. */
export interface CliArgs {
  input: Record<string, unknown>;
  query: Record<string, unknown>;
  file?: string;
  output?: string;
  /** The address of the server to ask. */
  server?: string;
  json: boolean;
  help: boolean;
}

/** Every member of the tool as a flag. */
export function flagsOf({ input, query }: Tool): Flag[] {
  const of = (schema: typeof input | undefined, from: Flag["from"]) =>
    Object.entries(schema?.properties ?? {}).map(([member, node]) => ({
      flag: toFlag(member),
      member,
      from,
      schema: node as Member,
      required: from === "input" && (schema?.required?.includes(member) ?? false),
    }));
  const own = of(input, "input");
  // A name that both have means the input's member.
  return [
    ...own,
    ...of(query, "query").filter((one) => !own.some(({ flag }) => flag === one.flag)),
  ];
}

function toFlag(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The flags that name a server to ask. A tool with a `url` of its own means that by `--url`. */
export function serverFlags({ input }: Tool): string[] {
  return "url" in input.properties ? ["--server"] : ["--server", "--url"];
}

/** A member's flag and, where the member has another name, the flag of that. */
function spellings(flag: Flag): [string, Flag][] {
  const alias = flag.schema["x-alias"];
  const own: [string, Flag] = [flag.flag, flag];
  return alias === undefined ? [own] : [own, [toFlag(alias), { ...flag, member: alias }]];
}

/** Reads the words after the tool's name. Throws InputError for a flag that is not known or lacks its value. */
export function parseArguments(tool: Tool, words: readonly string[]): CliArgs {
  const flags = new Map(flagsOf(tool).flatMap(spellings));
  const servers = serverFlags(tool);
  const asked: CliArgs = { input: {}, query: {}, json: false, help: false };
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const { name, inline } = splitOnce(word);
    const value = () => inline ?? rest.shift() ?? refuse(name, "needs a value");
    if (name === "-o" || name === "--output") asked.output = value();
    else if (servers.includes(name)) asked.server = serverAddress(name, value());
    else if (name === "--json") asked.json = true;
    else if (name === "-h" || name === "--help") asked.help = true;
    else if (word.startsWith("--"))
      setMember(asked, flags, { name, value, bare: inline === undefined });
    else if (word.startsWith("-") && word !== "-") refuse(word, "is not a flag of this command");
    else if (asked.file === undefined) asked.file = word;
    else refuse(word, "is one file too many");
  }
  return asked;
}

/** A flag as it stands on the command line; `bare`: without `=`, so that its value may be the next word. */
interface ParsedFlag {
  name: string;
  bare: boolean;
  value(): string;
}

function setMember(asked: CliArgs, flags: ReadonlyMap<string, Flag>, given: ParsedFlag): void {
  const { name, bare, value } = given;
  const flag = flags.get(name.slice(2));
  const negated = flags.get(name.replace(/^--no-/, ""));
  if (flag) {
    const isSwitch = flag.schema.type === "boolean" && bare;
    asked[flag.from][flag.member] = isSwitch || typed(flag.schema, value());
  } else if (bare && name.startsWith("--no-") && negated?.schema.type === "boolean") {
    asked[negated.from][negated.member] = false;
  } else refuse(name, "is not a flag of this command");
}

function splitOnce(word: string): { name: string; inline?: string } {
  const at = word.startsWith("--") ? word.indexOf("=") : -1;
  return at < 0 ? { name: word } : { name: word.slice(0, at), inline: word.slice(at + 1) };
}

/** The text as the schema wants it; what does not fit stays text, to be refused with its name. */
function typed({ type, enum: choices }: Member, text: string): unknown {
  if (type === "string" || choices) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function refuse(name: string, rule: string): never {
  throw ValidationError.at([name], rule);
}
