// Compiles paths: their steps and predicates.
import { convert } from "./code.mjs";
import { callsPosition, findChild, getChild, getPrefix, listElements, toStep } from "./xqueryx.mjs";

/** @import { Element } from "slimdom" */
/** @import { Code, ExpressionCompiler, Kind, Scope } from "./code.mjs" */
/** @import { Step } from "./xqueryx.mjs" */

/**
 * Axes of the runtime; `keepsOrder` false: results of several nodes may repeat or be out of order.
 * @type {Readonly<Record<string, readonly [name: string, keepsOrder: boolean]>>}
 */
const AXES = {
  child: ["getChildren", true],
  attribute: ["getAttributes", true],
  self: ["getSelf", true],
  parent: ["getParent", false],
  ancestor: ["getAncestors", false],
  descendant: ["getDescendants", false],
  "descendant-or-self": ["getDescendantsOrSelf", false],
  "preceding-sibling": ["getPrecedingSiblings", false],
  "following-sibling": ["getFollowingSiblings", false],
  preceding: ["getPreceding", false],
};

/**
 * @param {Element} element
 * @param {ExpressionCompiler} compiler
 * @returns {Code}
 */
export function compilePath(element, compiler) {
  const [first, ...rest] = listElements(element);
  if (first === undefined) throw new Error("a path has no step");
  const start = compileStart(first, compiler);
  return mergeDescendants(rest.map(toStep)).reduce(
    (path, step) => compileStep(path, step, compiler),
    start,
  );
}

/**
 * @param {Element} element
 * @param {ExpressionCompiler} compiler
 * @returns {Code}
 */
function compileStart(element, compiler) {
  if (element.localName === "rootExpr") {
    return { code: "[getRoot(n)]", kind: "nodes", sorted: true };
  }
  const step = toStep(element);
  if (step.filter !== undefined) {
    return applyPredicates(compiler.compile(getChild(step.filter, "*")), step, compiler);
  }
  return compileStep({ code: "[n]", kind: "nodes", sorted: true, single: "n" }, step, compiler);
}

/**
 * @param {Code} path
 * @param {Step} step
 * @param {ExpressionCompiler} compiler
 * @returns {Code}
 */
function compileStep(path, step, compiler) {
  if (step.filter !== undefined) return compileExpressionStep(path, step, compiler);
  const [axis, keepsOrder] = getAxis(step);
  const test = JSON.stringify(readNodeTest(step, compiler.scope));
  if (step.predicates.some((predicate) => isPositional(predicate, compiler))) {
    const code = filterEach(`${axis}(n, ${test})`, step, compiler);
    return inOrder(`${path.code}.flatMap((n) => ${code})`, path, keepsOrder);
  }
  if (path.single === undefined) {
    const reached = inOrder(`step(${path.code}, ${axis}, ${test})`, path, keepsOrder);
    return applyPredicates(reached, step, compiler);
  }
  const sorted = step.axis !== "descendant-or-self" && step.axis !== "descendant";
  const code = `${axis}(${path.single}, ${test})`;
  return applyPredicates({ code, kind: "nodes", sorted }, step, compiler);
}

/** @param {Step} step */
function getAxis({ axis }) {
  const runtimeAxis = AXES[axis];
  if (runtimeAxis === undefined) throw new Error(`there is no axis ${axis}`);
  return runtimeAxis;
}

/**
 * Sorts what an axis reaches from several nodes, unless it is in order already.
 * @param {string} code
 * @param {Code} path
 * @param {boolean} keepsOrder
 * @returns {Code}
 */
function inOrder(code, path, keepsOrder) {
  if (keepsOrder && path.sorted) return { code, kind: "nodes", sorted: true };
  return { code: `sortNodes(${code})`, kind: "nodes", sorted: false };
}

/**
 * A step that is an expression, such as `a/normalize-space(b)`, evaluated for each node.
 * @param {Code} path
 * @param {Step} step
 * @param {ExpressionCompiler} compiler
 * @returns {Code}
 */
function compileExpressionStep(path, step, compiler) {
  const inner = compiler.within({ context: "node" });
  const expression = inner.compile(getChild(step.element, "filterExpr", "*"));
  const result = applyPredicates(expression, step, inner);
  const code = `${path.code}.flatMap((n) => ${convert(result, "items")})`;
  if (result.kind !== "nodes") return { code, kind: "items" };
  return { code: `sortNodes(${code})`, kind: "nodes", sorted: false };
}

/**
 * Returns the node test of a step as the runtime writes it, such as `cac:Item` or `node()`.
 * @param {Step} step
 * @param {Scope} scope
 */
export function readNodeTest({ element }, scope) {
  if (findChild(element, "anyKindTest") !== undefined) return "node()";
  if (findChild(element, "textTest") !== undefined) return "text()";
  const wildcard = findChild(element, "Wildcard");
  if (wildcard !== undefined) {
    const prefix = findChild(wildcard, "NCName");
    return prefix === undefined ? "*" : `${scope.toPrefix(prefix.textContent)}:*`;
  }
  const name = getChild(element, "nameTest");
  const prefix = getPrefix(name);
  return prefix === "" ? name.textContent : `${scope.toPrefix(prefix)}:${name.textContent}`;
}

/**
 * Turns `//x`, which is `/descendant-or-self::node()/child::x`, into one step where positions do
 * not matter.
 * @param {readonly Step[]} steps
 */
function mergeDescendants(steps) {
  /** @type {Step[]} */
  const merged = [];
  let isDescendant = false;
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1];
    if (next !== undefined && isAnyDescendant(step) && isUncountedChild(next)) {
      isDescendant = true;
      continue;
    }
    merged.push(isDescendant ? { ...step, axis: "descendant" } : step);
    isDescendant = false;
  }
  return merged;
}

/** @param {Step} step */
function isAnyDescendant({ element, axis, predicates }) {
  const isAnyNode = findChild(element, "anyKindTest") !== undefined;
  return axis === "descendant-or-self" && isAnyNode && predicates.length === 0;
}

/** @param {Step} step */
function isUncountedChild({ axis, predicates }) {
  const mayCount = predicates.some(
    (predicate) => /Constant|filter/.test(predicate.localName) || callsPosition(predicate),
  );
  return axis === "child" && !mayCount;
}

// Predicates

/**
 * Returns true if a predicate counts nodes: it is a number or calls position() or last().
 * @param {Element} predicate
 * @param {ExpressionCompiler} compiler
 */
function isPositional(predicate, compiler) {
  const { kind } = compiler.within({ context: "item" }).compile(predicate);
  return kind === "number" || kind === "optional" || kind === "items" || callsPosition(predicate);
}

/**
 * @param {Code} sequence
 * @param {Step} step
 * @param {ExpressionCompiler} compiler
 * @returns {Code}
 */
function applyPredicates(sequence, { predicates }, compiler) {
  if (predicates.length === 0) return sequence;
  const kind = sequence.kind === "nodes" ? "nodes" : "items";
  const code = predicates.reduce(
    (filtered, predicate) => filter(filtered, { predicate, kind }, compiler),
    convert(sequence, "items"),
  );
  return { ...sequence, code, kind };
}

/**
 * Filters what an axis reaches from each node, in the order of the axis.
 * @param {string} code
 * @param {Step} step
 * @param {ExpressionCompiler} compiler
 */
function filterEach(code, { axis, predicates }, compiler) {
  const isReversed = axis.startsWith("preceding") || axis === "ancestor";
  return predicates.reduce(
    (filtered, predicate) => filter(filtered, { predicate, kind: "nodes" }, compiler),
    isReversed ? `[...${code}].reverse()` : code,
  );
}

/**
 * @param {string} code
 * @param {{ predicate: Element, kind: Kind }} by
 * @param {ExpressionCompiler} compiler
 */
function filter(code, { predicate, kind }, compiler) {
  const test = compiler.within({ context: kind === "nodes" ? "node" : "item" }).compile(predicate);
  if (test.kind === "number") return `takeAt(${code}, (n, index, size) => ${test.code})`;
  if (test.kind === "optional" || test.kind === "items") {
    return `filterItems(${code}, (n, index, size) => ${convert(test, "items")})`;
  }
  const condition = convert(test, "boolean");
  if (callsPosition(predicate)) return `filterBy(${code}, (n, index, size) => ${condition})`;
  return `${code}.filter((n) => ${condition})`;
}
