import { isDeepStrictEqual } from "node:util";
import { type Issue, type Path, ValidationError } from "../../lib/errors.ts";
import type { SchemaNode } from "../../lib/schema.ts";
import type { MaybePromise } from "../../lib/concurrency/maybe-promise.ts";
import { correctValue } from "./correct-value.ts";
import { isJsonObject, type JsonObject } from "../../lib/text/parse-json.ts";
import { chooseAlternative, findMember, suggestName } from "./members.ts";

interface CorrectOptions {
  schema: SchemaNode;
  /** Valid inputs whose members replace those that cannot be corrected. */
  samples: readonly JsonObject[];
  /** Throws the ValidationError of an input. */
  check(input: unknown): MaybePromise<void>;
}

const MAX_ROUNDS = 5;

/**
 * Returns a valid input that has as much of an invalid one as possible; undefined when none is
 * found. An input that `check` accepts cannot be corrected either: what it breaks is not known.
 */
export async function correctCall(
  input: JsonObject,
  options: CorrectOptions,
): Promise<JsonObject | undefined> {
  const tried = new Set<string>();
  let candidate = input;
  for (let round = 0; round <= MAX_ROUNDS; round++) {
    const issues = await findIssues(candidate, options);
    if (issues.length === 0) return round === 0 ? undefined : candidate;
    candidate = structuredClone(candidate);
    for (const issue of issues) correctIssue(candidate, issue, { ...options, tried });
  }
  return undefined;
}

async function findIssues(input: unknown, { check }: CorrectOptions): Promise<readonly Issue[]> {
  try {
    await check(input);
    return [];
  } catch (error) {
    if (error instanceof ValidationError) return error.issues;
    throw error;
  }
}

/**
 * Corrects the value at an issue: by its schema, and where that does not help by the sample or by
 * leaving it out.
 */
function correctIssue(
  input: JsonObject,
  { path }: Issue,
  { schema, samples, tried }: CorrectOptions & { tried: Set<string> },
): void {
  const place = findPlace(input, schema, path);
  if (!place) return;
  const { parent, name, node, isRequired } = place;
  const value = parent[name];
  const sent = value ?? takeMisnamed(place);
  const key = path.join("\0");
  const corrected = tried.has(key) ? undefined : correctValue(node, sent);
  tried.add(key);
  const isNew = corrected !== undefined && !isDeepStrictEqual(corrected, value);
  const sample = samples.map((each) => readPath(each, path)).find((each) => each !== undefined);
  if (isNew) parent[name] = corrected;
  else if (isRequired && sample !== undefined && !isDeepStrictEqual(sample, value))
    parent[name] = structuredClone(sample);
  else delete parent[name];
}

interface Place {
  parent: JsonObject;
  name: string;
  node: SchemaNode;
  /** The schema of the parent. */
  object: SchemaNode;
  isRequired: boolean;
}

/** Finds the object that contains the value at a path; undefined where the path leads to none. */
function findPlace(input: JsonObject, schema: SchemaNode, path: Path): Place | undefined {
  let value: unknown = input;
  let node = schema;
  for (const [depth, step] of path.entries()) {
    const object = chooseAlternative(node, value);
    const member = typeof step === "number" ? object.items : findMember(object, step);
    if (!member || typeof value !== "object" || value === null) return undefined;
    const parent = value as JsonObject;
    const name = String(step);
    const isRequired = typeof step === "number" || (object.required?.includes(name) ?? false);
    if (depth === path.length - 1) return { parent, name, node: member, object, isRequired };
    value = parent[name];
    node = member;
  }
  return undefined;
}

/** Returns the value of an unknown member that probably means a missing one, and removes it. */
function takeMisnamed({ parent, name, object }: Place): unknown {
  const names = Object.keys(object.properties ?? {});
  const misnamed = Object.keys(parent).find(
    (key) => !findMember(object, key) && suggestName(key, names) === name,
  );
  if (misnamed === undefined) return undefined;
  const value = parent[misnamed];
  delete parent[misnamed];
  return value;
}

/** Returns the value at a path; of a list its first entry. */
function readPath(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((current, step) => {
    if (typeof step === "number") return Array.isArray(current) ? current[0] : undefined;
    return isJsonObject(current) && Object.hasOwn(current, step) ? current[step] : undefined;
  }, value);
}
