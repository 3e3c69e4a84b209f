// Writes the typed client as it is published into `dist/client`. The tools' inputs and outputs are plain interfaces,
// because types derived from the schemas load the whole server into an editor.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runUnlessFresh } from "./fresh.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, "dist", "client");

/** Modules that are published with their declarations, and a module of declarations only. */
const MODULES = ["client", "inbox", "response"];
const DECLARED = [...MODULES, "types"].map((name) => join(root, "src", "sdk", `${name}.ts`));

/** Keys that need no quotes. */
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

// The bundle contains all tools and the client, so its stamp changes with any of them.
const sources = [
  ...DECLARED,
  join(root, "dist", "bundle", ".sources"),
  fileURLToPath(import.meta.url),
];
await runUnlessFresh(join(target, ".sources"), sources, async () => {
  const { transformSync } = await import("rolldown/utils");
  mkdirSync(target, { recursive: true });
  for (const name of MODULES) {
    copyFileSync(join(root, "dist", "sdk", `${name}.js`), join(target, `${name}.js`));
  }
  for (const file of DECLARED) {
    const text = declare(transformSync, file);
    writeFileSync(join(target, basename(file).replace(".ts", ".d.ts")), text);
  }
  const { tools } = await import("../dist/tools/index.js");
  writeFileSync(join(target, "tools.d.ts"), declareTools(tools));
});

/** Returns the declarations of a module, whose exports name their types. Throws when one does not. */
function declare(transformSync, file) {
  const options = { typescript: { declaration: {} }, tsconfig: false };
  const { declaration, errors } = transformSync(file, readFileSync(file, "utf8"), options);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  // Replaced, because not every module resolution accepts `.ts`.
  return declaration.replaceAll(/"(\.\/\w+)\.ts"/g, '"$1.js"');
}

function declareTools(tools) {
  const members = tools
    .filter(({ methods }) => methods.includes("POST"))
    .map(({ name, summary, input, output }) => {
      const parts = [`input: ${toType(input, 2)}`, `output: ${toType(output, 2)}`];
      return `${comment(summary, 1)}  ${key(name)}: {\n    ${parts.join(";\n    ")};\n  };`;
    });
  return `/** What each tool takes and returns. */\nexport interface Tools {\n${members.join("\n")}\n}\n`;
}

/** Returns a JSON Schema as a TypeScript type, indented by `depth` steps. */
function toType(schema, depth) {
  if (schema.anyOf) return schema.anyOf.map((one) => toType(one, depth)).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(schema.type))
    return schema.type.map((type) => toType({ type }, depth)).join(" | ");
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

function toObject({ properties, patternProperties, required = [] }, depth) {
  const [member] = Object.values(patternProperties ?? {});
  if (member) return `Record<string, ${toType(member, depth)}>`;
  const indent = "  ".repeat(depth + 1);
  const members = Object.entries(properties ?? {}).map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?";
    const undefinedToo = mark === "" ? "" : " | undefined";
    return `${comment(schema.description, depth + 1)}${indent}${key(name)}${mark}: ${toType(schema, depth + 1)}${undefinedToo};\n`;
  });
  return `{\n${members.join("")}${"  ".repeat(depth)}}`;
}

function key(name) {
  return IDENTIFIER.test(name) ? name : JSON.stringify(name);
}

function comment(text, depth) {
  return text ? `${"  ".repeat(depth)}/** ${text.replaceAll("*/", "*\\/")} */\n` : "";
}
