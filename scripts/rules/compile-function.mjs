// Compiles casts and calls of functions.
import { compileContextItem, convert } from "./code.mjs";

/** @import { Code, Kind, Scope } from "./code.mjs" */

/** @type {Readonly<Record<string, string>>} */
const CASTS = {
  decimal: "castDecimal",
  integer: "castInteger",
  boolean: "castBoolean",
  date: "castDate",
  string: "toText",
};

/**
 * Functions by name: kinds of arguments and of the result, and the runtime's name. Optional
 * arguments may be left out.
 * @type {Readonly<Record<string, readonly [kinds: readonly Kind[], kind: Kind, name: string]>>}
 */
const FUNCTIONS = {
  "normalize-space": [["text"], "text", "normalizeSpace"],
  "string-length": [["text"], "number", "countCodePoints"],
  "upper-case": [["text"], "text", "upperCase"],
  "substring-after": [["text", "text"], "text", "substringAfter"],
  "substring-before": [["text", "text"], "text", "substringBefore"],
  substring: [["text", "number", "number"], "text", "substring"],
  contains: [["text", "text"], "boolean", "contains"],
  "starts-with": [["text", "text"], "boolean", "startsWith"],
  "ends-with": [["text", "text"], "boolean", "endsWith"],
  matches: [["text", "text"], "boolean", "matchesPattern"],
  replace: [["text", "text", "text"], "text", "replacePattern"],
  translate: [["text", "text", "text"], "text", "translate"],
  tokenize: [["text", "text"], "items", "tokenize"],
  "string-join": [["items", "text"], "text", "joinTexts"],
  "string-to-codepoints": [["text"], "items", "toCodePoints"],
  "codepoints-to-string": [["items"], "text", "fromCodePoints"],
  "distinct-values": [["items"], "items", "listDistinct"],
  reverse: [["items"], "items", "reverse"],
  sum: [["items"], "number", "sum"],
  round: [["optional"], "optional", "roundOptional"],
  abs: [["optional"], "optional", "absoluteOptional"],
};

/**
 * Functions whose code depends on the kind of their argument, which defaults to the context item.
 * @type {Readonly<Record<string, (first: Code, all: readonly Code[]) => Code>>}
 */
const SPECIAL_FUNCTIONS = {
  true: () => ({ code: "true", kind: "boolean" }),
  false: () => ({ code: "false", kind: "boolean" }),
  not: (first) => ({ code: `!${convert(first, "boolean")}`, kind: "boolean" }),
  boolean: (first) => ({ code: convert(first, "boolean"), kind: "boolean" }),
  exists: (first) => ({ code: `(${convert(first, "items")}.length > 0)`, kind: "boolean" }),
  count: (first) => ({ code: `${convert(first, "items")}.length`, kind: "number" }),
  concat: (_, all) => ({
    code: `(${all.map((argument) => convert(argument, "anyText")).join(" + ")})`,
    kind: "text",
  }),
  string: (first) => ({ code: convert(first, "anyText"), kind: "text" }),
  number: (first) =>
    first.kind === "number"
      ? first
      : { code: `toNumberOrNaN(${convert(first, "items")})`, kind: "number" },
  name: ({ code }) => ({ code: `getName(${code})`, kind: "text" }),
  "local-name": ({ code }) => ({ code: `getLocalName(${code})`, kind: "text" }),
  last: () => ({ code: "size", kind: "number" }),
  position: () => ({ code: "(index + 1)", kind: "number" }),
};

/**
 * @param {{ prefix: string, name: string }} called
 * @param {readonly Code[]} args
 * @param {Scope} scope
 * @returns {Code}
 */
export function compileCall({ prefix, name }, args, scope) {
  const [first = compileContextItem(scope)] = args;
  if (prefix === "xs") return compileCast(first, name);
  if (prefix === "u") return compileCheck(name, first, scope);
  const special = SPECIAL_FUNCTIONS[name];
  if (special !== undefined) return special(first, args);
  const signature = FUNCTIONS[name];
  if (signature === undefined) throw new Error(`there is no function ${name}`);
  const [kinds, kind, code] = signature;
  const codes = (args.length === 0 ? [first] : args).map((argument, index) => {
    const wanted = kinds[index];
    if (wanted === undefined) throw new Error(`${name} has too many arguments`);
    return convert(argument, wanted);
  });
  return { code: `${code}(${codes.join(", ")})`, kind };
}

/**
 * @param {string} name
 * @param {Code} argument
 * @param {Scope} scope
 * @returns {Code}
 */
function compileCheck(name, argument, { checks }) {
  if (!checks.has(name)) throw new Error(`there is no function u:${name}`);
  const code = `checks[${JSON.stringify(name)}](${convert(argument, "text")})`;
  return { code, kind: "boolean" };
}

/**
 * @param {Code} argument
 * @param {string} type
 * @returns {Code}
 */
export function compileCast(argument, type) {
  const name = getCast(type);
  if (type === "string") {
    const isNumber = argument.kind === "number";
    const code = isNumber ? `toText(${argument.code})` : convert(argument, "text");
    return { code, kind: "text" };
  }
  const items = convert(argument, "items");
  return type === "date" || type === "boolean"
    ? { code: `castEach(${name}, ${items})`, kind: "items" }
    : { code: `castOptional(${name}, ${items})`, kind: "optional" };
}

/**
 * Returns the runtime's cast to a type of XML Schema.
 * @param {string} type
 */
export function getCast(type) {
  const name = CASTS[type];
  if (name === undefined) throw new Error(`there is no cast to xs:${type}`);
  return name;
}
