import { type Issue, type Path } from "../errors.ts";
import type { SchemaNode } from "../schema.ts";

/** The content that a text refers to. */
export interface FileContent {
  bytes: Uint8Array;
  type: string;
}

/** Where callers may name files whose bytes a member takes. */
export interface FileSource {
  /** Returns true for a text that names a file, and is not the bytes themselves. */
  isReference(text: string): boolean;
  /**
   * Returns the file, or the rule that the text breaks, which completes the sentence "image …". A
   * file of more than `maxBytes` bytes breaks one.
   */
  read(reference: string, maxBytes: number): Promise<FileContent | string>;
}

/** A text that names a file, at its place in the input. */
interface Reference {
  path: Path;
  text: string;
  form: "base64" | "data-url";
}

type Collect = (value: unknown, path: Path, references: Reference[]) => void;

/** Reads the files that an input names. Returns undefined when it names none. */
export type ReadFiles = (
  input: unknown,
  source: FileSource,
  maxBytes: number,
) => Promise<ReadInput> | undefined;

/** An input with the bytes of its files, and the references that could not be read. */
interface ReadInput {
  input: unknown;
  issues: readonly Issue[];
}

/** Files that one input may name. */
const MAX_REFERENCES = 100;
/** Longer texts are bytes. */
const MAX_REFERENCE_LENGTH = 4096;

/** Compiles a function that reads the files in the members of a schema that take bytes. */
export function compileReadFiles(schema: SchemaNode): ReadFiles {
  const collect = compileCollect(schema);
  if (!collect) return () => undefined;
  return (input, source, maxBytes) => {
    const members: Reference[] = [];
    collect(input, [], members);
    const references = members.filter(({ text }) => source.isReference(text));
    return references.length === 0 ? undefined : readAll(input, references, { source, maxBytes });
  };
}

/** Returns undefined for a schema without members that take bytes. */
function compileCollect(node: SchemaNode): Collect | undefined {
  const form = getForm(node);
  if (form) return (value, path, references) => collectText(value, { path, form }, references);
  if (node.items) return compileEntries(node.items);
  const [member] = Object.values(node.patternProperties ?? {});
  if (member) return compileEntries(member);
  return node.properties && compileMembers(node.properties);
}

function getForm(node: SchemaNode): Reference["form"] | undefined {
  if (node.contentEncoding === "base64") return "base64";
  return node["x-file"]?.as === "data-url" ? "data-url" : undefined;
}

function collectText(
  value: unknown,
  place: Omit<Reference, "text">,
  references: Reference[],
): void {
  if (typeof value !== "string" || value.length > MAX_REFERENCE_LENGTH) return;
  if (references.length < MAX_REFERENCES) references.push({ ...place, text: value });
}

/** Compiles a list or a record: each of its entries has the same schema. */
function compileEntries(entry: SchemaNode): Collect | undefined {
  const collect = compileCollect(entry);
  return (
    collect &&
    ((value, path, references) => {
      if (!isObject(value)) return;
      for (const [name, member] of Object.entries(value).slice(0, MAX_REFERENCES)) {
        collect(member, [...path, Array.isArray(value) ? Number(name) : name], references);
      }
    })
  );
}

function compileMembers(properties: Record<string, SchemaNode>): Collect | undefined {
  const members = Object.entries(properties).flatMap(([name, node]) => {
    const collect = compileCollect(node);
    const names = node["x-alias"] === undefined ? [name] : [name, node["x-alias"]];
    return collect ? names.map((key) => [key, collect] as const) : [];
  });
  if (members.length === 0) return undefined;
  return (value, path, references) => {
    if (!isObject(value)) return;
    for (const [name, collect] of members) {
      if (Object.hasOwn(value, name)) collect(value[name], [...path, name], references);
    }
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Reads one file after another, because together they may have no more than `maxBytes`. */
async function readAll(
  input: unknown,
  references: readonly Reference[],
  { source, maxBytes }: { source: FileSource; maxBytes: number },
): Promise<ReadInput> {
  const issues: Issue[] = [];
  let read = input;
  let bytesLeft = maxBytes;
  for (const { path, text, form } of references) {
    const content = await source.read(text, bytesLeft);
    if (typeof content === "string") issues.push({ path, message: content });
    else {
      bytesLeft -= content.bytes.length;
      read = replaceAt(read, path, encode(content, form));
    }
  }
  return { input: read, issues };
}

function encode({ bytes, type }: FileContent, form: Reference["form"]): string {
  const { buffer, byteOffset, byteLength } = bytes;
  const base64 = Buffer.from(buffer, byteOffset, byteLength).toString("base64");
  return form === "base64" ? base64 : `data:${type};base64,${base64}`;
}

/** Returns a copy of a value with another member at a path. */
function replaceAt(value: unknown, [step, ...rest]: Path, member: unknown): unknown {
  if (step === undefined) return member;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  const members = copy as Record<string | number, unknown>;
  members[step] = replaceAt(members[step], rest, member);
  return copy;
}
