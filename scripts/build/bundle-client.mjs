// Writes the typed client as it is published into `dist/client`. The tools' inputs and outputs are
// plain interfaces, because types derived from the schemas load the whole server into an editor.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../root.mjs";
import { listBuildScripts, runUnlessFresh } from "./fresh.mjs";

const target = join(root, "dist", "client");

/**
 * The parts of a tool and of its JSON Schemas that types depend on.
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} summary
 * @property {string[]} methods
 * @property {Schema} input
 * @property {Schema} output
 * @typedef {{ input: Record<string, string[]>, members: string[] }} HasWhen
 * @typedef {object} Hints
 * @property {string[]} [x-exactly-one]
 * @property {string[]} [x-required-unless]
 * @property {HasWhen} [x-has-when]
 * @typedef {Keywords & Hints} Schema
 * @typedef {object} Keywords
 * @property {string | string[]} [type]
 * @property {string} [description]
 * @property {unknown} [const]
 * @property {unknown[]} [enum]
 * @property {Schema[]} [anyOf]
 * @property {Schema} [items]
 * @property {Record<string, Schema>} [properties]
 * @property {Record<string, Schema>} [patternProperties]
 * @property {string[]} [required]
 */

/** Modules that are published with their declarations. */
const MODULES = ["client", "inbox", "response"];

/** Modules that the client loads with the first call of one of their methods. */
const LAZY_MODULES = ["methods", "account", "batch"];

/** Sources of the published declarations; those after the modules' have types only. */
const DECLARED = [
  ...[...MODULES, "tool-types", "access-types", "batch-types"].map((name) => `sdk/${name}.ts`),
  "domain/access/key.ts",
  "domain/access/usage-report.ts",
  "domain/record/inbox-record.ts",
  "domain/record/plan-step.ts",
].map((path) => join(root, "src", path));

/** Keys that need no quotes. */
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

// The bundle contains all tools and the client, so its stamp changes with any of them.
const sources = [...DECLARED, join(root, "dist", "bundle", ".sources"), ...listBuildScripts()];
await runUnlessFresh(join(target, ".sources"), sources, async () => {
  mkdirSync(target, { recursive: true });
  for (const name of [...MODULES, ...LAZY_MODULES]) {
    copyFileSync(join(root, "dist", "sdk", `${name}.js`), join(target, `${name}.js`));
  }
  for (const file of DECLARED) {
    const declarations = await declareModule(file);
    writeFileSync(join(target, basename(file).replace(".ts", ".d.ts")), declarations);
  }
  const { tools } = await import(pathToFileURL(join(root, "dist", "tools", "index.js")).href);
  writeFileSync(join(target, "tools.d.ts"), declareTools(tools));
});

/**
 * Returns the declarations of a module, whose exports name their types. Throws when one does not.
 * @param {string} file
 */
async function declareModule(file) {
  const { transformSync } = await import("rolldown/utils");
  const { applyEdits, listImports, replaceReference } = await import("./syntax.mjs");
  /** @type {import("rolldown/utils").TransformOptions} */
  const options = { typescript: { declaration: {} }, tsconfig: false };
  const { declaration, errors } = transformSync(file, readFileSync(file, "utf8"), options);
  if (declaration === undefined || errors.length > 0) {
    throw new Error(`${file}: ${errors.map(({ message }) => message).join("\n")}`);
  }
  // All declarations are in one folder, and not every module resolution accepts `.ts`.
  const imports = listImports(file.replace(".ts", ".d.ts"), declaration);
  const edits = imports.map((reference) => {
    const path = reference.path.replace(/^\..*\/([^/]+)\.ts$/, "./$1.js");
    return replaceReference(reference, JSON.stringify(path));
  });
  return applyEdits(declaration, edits);
}

/** @param {Tool[]} tools */
function declareTools(tools) {
  const members = tools
    .filter(({ methods }) => methods.includes("POST"))
    .map(({ name, summary, input, output }) => {
      const parts = [
        `input: ${toType(input, 2)}${toAlternatives(input)}`,
        `output: ${toType(output, 2)}`,
        ...toNarrow(name, output),
      ];
      return `${toComment(summary, 1)}  ${toKey(name)}: {\n    ${parts.join(";\n    ")};\n  };`;
    });
  return `/** The input and output of each tool. */\nexport interface Tools {\n${members.join("\n")}\n}\n`;
}

/**
 * Returns a JSON Schema as a TypeScript type, indented by `depth` steps.
 * @param {Schema} schema
 * @param {number} depth
 * @returns {string}
 */
function toType(schema, depth) {
  if (schema.anyOf) return schema.anyOf.map((option) => toType(option, depth)).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => toType({ type }, depth)).join(" | ");
  }
  if ("const" in schema) return JSON.stringify(schema.const);
  switch (schema.type) {
    case "object":
      return toObject(schema, depth);
    case "array":
      return `Array<${toType(schema.items ?? {}, depth)}>`;
    case "integer":
      return "number";
    default:
      return schema.type ?? "unknown";
  }
}

/**
 * @param {Schema} schema
 * @param {number} depth
 * @returns {string}
 */
function toObject({ properties, patternProperties, required = [] }, depth) {
  const [pattern] = Object.values(patternProperties ?? {});
  if (pattern) return `Record<string, ${toType(pattern, depth)}>`;
  const indent = "  ".repeat(depth + 1);
  const members = Object.entries(properties ?? {}).map(([name, schema]) => {
    const type = toType(schema, depth + 1);
    const member = required.includes(name) ? `: ${type}` : `?: ${type} | undefined`;
    return `${toComment(schema.description, depth + 1)}${indent}${toKey(name)}${member};\n`;
  });
  return `{\n${members.join("")}${"  ".repeat(depth)}}`;
}

/**
 * Returns the types of which an input must be one, too: each has a member that others replace.
 * @param {Schema} schema
 */
function toAlternatives(schema) {
  const exactlyOne = schema["x-exactly-one"] ?? [];
  const oneOf = exactlyOne.map((name) => {
    const others = exactlyOne.filter((alternative) => alternative !== name);
    const absent = others.map((alternative) => `; ${toKey(alternative)}?: undefined`).join("");
    return `{ ${toMember(schema, name)}${absent} }`;
  });
  const anyOf = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const others = member["x-required-unless"];
    return others
      ? [name, ...others].map((alternative) => `{ ${toMember(schema, alternative)} }`)
      : [];
  });
  const groups = [oneOf, anyOf].filter((types) => types.length > 0);
  return groups.map((types) => ` & (${types.join(" | ")})`).join("");
}

/**
 * @param {Schema} schema
 * @param {string} name
 */
function toMember({ properties = {} }, name) {
  return `${toKey(name)}: ${toType(properties[name] ?? {}, 3)}`;
}

/**
 * Returns the inputs that determine more members of the output, and that output.
 * @param {string} name
 * @param {Schema} output
 */
function toNarrow(name, output) {
  const hint = output["x-has-when"];
  if (!hint) return [];
  const input = Object.entries(hint.input).map(
    ([member, values]) => `${toKey(member)}: ${toType({ enum: values }, 3)}`,
  );
  const members = hint.members.map((member) => toMember(output, member));
  const type = `Tools[${JSON.stringify(name)}]["output"] & { ${members.join("; ")} }`;
  return [`narrow: {\n      input: { ${input.join("; ")} };\n      output: ${type};\n    }`];
}

/** @param {string} name */
function toKey(name) {
  return IDENTIFIER.test(name) ? name : JSON.stringify(name);
}

/**
 * @param {string | undefined} text
 * @param {number} depth
 */
function toComment(text, depth) {
  return text ? `${"  ".repeat(depth)}/** ${text.replaceAll("*/", "*\\/")} */\n` : "";
}
