// Code of expressions, and its conversion from one kind to another.

/** @import { Element } from "slimdom" */

/**
 * Kinds of values: `text` (exactly one), `optional` (a number or undefined), `nodes` (an array of
 * nodes) and `items` (an array of anything).
 * @typedef {"boolean" | "number" | "text" | "optional" | "nodes" | "items"} Kind
 */

/**
 * A compiled expression. `sorted`: its nodes are in document order; `single`: code of its one node.
 * @typedef {{ code: string, kind: Kind, sorted?: boolean, single?: string }} Code
 */

/**
 * The names that an expression may refer to.
 * @typedef {object} Scope
 * @property {(prefix: string) => string} toPrefix returns the runtime's prefix of a namespace
 * prefix
 * @property {ReadonlyMap<string, Code>} variables
 * @property {(text: string) => string} constant returns code for a text, shared if it is long
 * @property {ReadonlySet<string>} checks names of functions `u:name(text)`
 * @property {"node" | "item"} context
 */

/**
 * Compiles the expressions inside another.
 * @typedef {object} ExpressionCompiler
 * @property {Scope} scope
 * @property {(element: Element) => Code} compile
 * @property {(changes: Partial<Scope>) => ExpressionCompiler} within compiles in another scope:
 * inside a predicate, a step or a binding
 */

/** @typedef {(element: Element, compiler: ExpressionCompiler) => Code} CompileExpression */

/**
 * Returns the code of the context item.
 * @param {Scope} scope
 * @returns {Code}
 */
export function compileContextItem({ context }) {
  return { code: "[n]", kind: context === "node" ? "nodes" : "items", sorted: true };
}

/**
 * Returns code for an expression as another kind.
 * @param {Code} expression
 * @param {Kind | "anyText"} to
 * @returns {string}
 */
export function convert({ code, kind }, to) {
  if (kind === to || (kind === "nodes" && to === "items")) return code;
  const isSequence = kind === "nodes" || kind === "items";
  switch (to) {
    case "boolean":
      return toBooleanCode(code, kind);
    case "items":
      return kind === "optional" ? `toItems(${code})` : `[${code}]`;
    case "text":
      if (isSequence) return `toOneText(${code})`;
      return `failType(${JSON.stringify(`a ${kind} where a text is needed`)})`;
    case "anyText":
      if (kind === "text") return code;
      if (isSequence) return `toAnyText(${code})`;
      return kind === "optional" ? `toAnyText(toItems(${code}))` : `toText(${code})`;
    case "number":
      if (kind === "optional") return `needNumber(${code})`;
      return `needNumber(toOneNumber(${convert({ code, kind }, "items")}))`;
    case "optional":
      return kind === "number" ? code : `toOneNumber(${convert({ code, kind }, "items")})`;
    default:
      throw new Error(`there is no conversion from ${kind} to ${to}`);
  }
}

/**
 * @param {string} code
 * @param {Kind} kind
 */
function toBooleanCode(code, kind) {
  if (kind === "text") return `(${code} !== "")`;
  if (kind === "nodes") return `(${code}.length > 0)`;
  if (kind === "items") return `toBoolean(${code})`;
  return `isTrueNumber(${code})`;
}

/**
 * Returns the kind that holds values of both.
 * @param {Kind} left
 * @param {Kind} right
 * @returns {Kind}
 */
export function unifyKinds(left, right) {
  if (left === right) return left;
  const kinds = new Set([left, right]);
  return kinds.has("number") && kinds.has("optional") ? "optional" : "items";
}

/**
 * Returns a name for a variable of XPath, which may contain dashes.
 * @param {string} name
 */
export function toIdentifier(name) {
  return `$${name.replaceAll(/[^A-Za-z0-9]/g, "_")}`;
}
