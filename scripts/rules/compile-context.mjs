// Compiles the contexts of rules, which are patterns of XSLT.
import { convert } from "./code.mjs";
import { readNodeTest } from "./compile-path.mjs";
import { createCompiler } from "./compile-xpath.mjs";
import { findChild, getChild, listElements, parseXPath, toStep } from "./xqueryx.mjs";

/** @import { Element } from "slimdom" */
/** @import { Scope } from "./code.mjs" */
/** @import { Step } from "./xqueryx.mjs" */

/**
 * An alternative of a context. `isRooted`: it begins at the document.
 * @typedef {{ steps: readonly Step[], isRooted: boolean }} ContextPath
 */

/**
 * Returns the code of each alternative, `[name, (n) => boolean]`, compiled from its last step
 * backwards.
 * @param {string} context
 * @param {Scope} scope
 */
export function compileContext(context, scope) {
  return listPaths(parseXPath(context)).map((path) => {
    const name = JSON.stringify(readName(getLast(path.steps), scope));
    return `[${name}, (n) => ${matchSteps(path, scope)}]`;
  });
}

/**
 * Returns the condition that `n`, whose name matches the last step, matches all.
 * @param {ContextPath} path
 * @param {Scope} scope
 * @returns {string}
 */
function matchSteps({ steps, isRooted }, scope) {
  const above = matchParent({ steps: steps.slice(0, -1), isRooted }, scope);
  const conditions = [...above, ...compilePredicates(getLast(steps), scope)];
  return conditions.length === 0 ? "true" : conditions.join(" && ");
}

/**
 * @param {ContextPath} path
 * @param {Scope} scope
 * @returns {string[]}
 */
function matchParent({ steps, isRooted }, scope) {
  const last = steps.at(-1);
  if (last === undefined) return isRooted ? [`n.parent.kind === "root"`] : [];
  if (last.axis !== "descendant-or-self") {
    return [matchSome("getParent", { steps, isRooted }, scope)];
  }
  const outer = steps.slice(0, -1);
  return outer.length === 0 ? [] : [matchSome("getAncestors", { steps: outer, isRooted }, scope)];
}

/**
 * @param {string} axis
 * @param {ContextPath} path
 * @param {Scope} scope
 */
function matchSome(axis, path, scope) {
  const test = JSON.stringify(readName(getLast(path.steps), scope));
  return `${axis}(n, ${test}).some((n) => ${matchSteps(path, scope)})`;
}

/**
 * @param {Step} step
 * @param {Scope} scope
 */
function compilePredicates({ predicates }, scope) {
  return predicates.map((predicate) => {
    const code = createCompiler(scope).compile(predicate);
    if (code.kind !== "boolean" && code.kind !== "nodes") {
      throw new Error(`a predicate of a context has the kind ${code.kind}`);
    }
    return convert(code, "boolean");
  });
}

/**
 * @param {Step} step
 * @param {Scope} scope
 */
function readName(step, scope) {
  const test = readNodeTest(step, scope);
  return step.axis === "attribute" ? `@${test}` : test;
}

/** @param {readonly Step[]} steps */
function getLast(steps) {
  const last = steps.at(-1);
  if (last === undefined) throw new Error("a context has no step");
  return last;
}

/**
 * Returns the alternatives of a context; `(a | b)/c` are `a/c` and `b/c`.
 * @param {Element} element
 * @returns {ContextPath[]}
 */
function listPaths(element) {
  if (element.localName === "sequenceExpr") return listElements(element).flatMap(listPaths);
  if (element.localName === "unionOp") {
    return ["firstOperand", "secondOperand"].flatMap((name) =>
      listPaths(getChild(element, name, "*")),
    );
  }
  const [first, ...rest] = listElements(element);
  if (first === undefined) throw new Error("a context has no step");
  const later = rest.map(toStep);
  if (first.localName === "rootExpr") return [{ isRooted: true, steps: later }];
  const group = findChild(first, "filterExpr");
  const start = toStep(first);
  if (group === undefined) return [{ isRooted: false, steps: [start, ...later] }];
  return listPaths(getChild(group, "*")).map(({ isRooted, steps }) => {
    const last = getLast(steps);
    const grouped = { ...last, predicates: [...last.predicates, ...start.predicates] };
    return { isRooted, steps: [...steps.slice(0, -1), grouped, ...later] };
  });
}
