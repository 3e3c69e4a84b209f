// Compiles sequences and the loops over them.
import { convert, toIdentifier } from "./code.mjs";
import { getChild, listElements } from "./xqueryx.mjs";

/** @import { Element } from "slimdom" */
/** @import { CompileExpression, ExpressionCompiler, Kind } from "./code.mjs" */

/** @type {CompileExpression} */
export function compileRange(element, { compile }) {
  const [start, end] = ["startExpr", "endExpr"].map((name) =>
    convert(compile(getChild(element, name, "*")), "optional"),
  );
  return { code: `toRange(${start}, ${end})`, kind: "items" };
}

/** @type {CompileExpression} */
export function compileSequence(element, { compile }) {
  const [first, ...others] = listElements(element).map(compile);
  if (first === undefined) return { code: "[]", kind: "nodes", sorted: true };
  if (others.length === 0) return first;
  const parts = [first, ...others];
  const kind = parts.every((part) => part.kind === "nodes") ? "nodes" : "items";
  return { code: `[${parts.map((part) => `...${convert(part, "items")}`).join(", ")}]`, kind };
}

/** @type {CompileExpression} */
export function compileFor(element, compiler) {
  const clauses = listElements(getChild(element, "forClause"));
  const code = compileLoops(clauses, compiler, {
    sourceName: "forExpr",
    loop: "flatMap",
    compileBody: ({ compile }) => convert(compile(getChild(element, "returnClause", "*")), "items"),
  });
  return { code, kind: "items" };
}

/** @type {CompileExpression} */
export function compileQuantified(element, compiler) {
  const isEvery = getChild(element, "quantifier").textContent === "every";
  const clauses = listElements(element).filter(
    ({ localName }) => localName === "quantifiedExprInClause",
  );
  const code = compileLoops(clauses, compiler, {
    sourceName: "sourceExpr",
    loop: isEvery ? "every" : "some",
    compileBody: ({ compile }) =>
      convert(compile(getChild(element, "predicateExpr", "*")), "boolean"),
  });
  return { code, kind: "boolean" };
}

/**
 * A loop for each clause of `for`, `some` or `every`: the element of the sequence, the method of
 * arrays, and what is inside.
 * @typedef {object} Loops
 * @property {string} sourceName
 * @property {"flatMap" | "every" | "some"} loop
 * @property {(inner: ExpressionCompiler) => string} compileBody
 */

/**
 * @param {readonly Element[]} clauses
 * @param {ExpressionCompiler} compiler
 * @param {Loops} loops
 * @returns {string}
 */
function compileLoops([clause, ...rest], compiler, loops) {
  if (clause === undefined) return loops.compileBody(compiler);
  const name = getChild(clause, "typedVariableBinding", "varName").textContent;
  const source = compiler.compile(getChild(clause, loops.sourceName, "*"));
  const code = toIdentifier(name);
  /** @type {Kind} */
  const kind = source.kind === "nodes" ? "nodes" : "items";
  const variables = new Map(compiler.scope.variables);
  variables.set(name, { code: `[${code}]`, kind, sorted: true });
  const body = compileLoops(rest, compiler.within({ variables }), loops);
  return `${convert(source, "items")}.${loops.loop}((${code}) => ${body})`;
}
