// Compiles XPath expressions to JavaScript over the runtime of src/tools/einvoice-read/rules.
import { compileContextItem, convert, unifyKinds } from "./code.mjs";
import { compileCall, compileCast, getCast } from "./compile-function.mjs";
import { compilePath } from "./compile-path.mjs";
import {
  compileFor,
  compileQuantified,
  compileRange,
  compileSequence,
} from "./compile-sequence.mjs";
import { getChild, getPrefix, listElements, parseXPath } from "./xqueryx.mjs";

/** @import { Element } from "slimdom" */
/** @import { Code, CompileExpression, ExpressionCompiler, Scope } from "./code.mjs" */

/**
 * @param {string} expression
 * @param {Scope} scope
 */
export function compileXPath(expression, scope) {
  return createCompiler(scope).compile(parseXPath(expression));
}

/**
 * @param {Scope} scope
 * @returns {ExpressionCompiler}
 */
export function createCompiler(scope) {
  /** @type {ExpressionCompiler} */
  const compiler = {
    scope,
    within: (changes) => createCompiler({ ...scope, ...changes }),
    compile(element) {
      const compileExpression = EXPRESSIONS[element.localName];
      if (compileExpression !== undefined) return compileExpression(element, compiler);
      throw new Error(`XPath has ${element.localName}, which is not supported`);
    },
  };
  return compiler;
}

/** @type {Readonly<Record<string, string>>} */
const COMPARISONS = {
  equalOp: "=",
  notEqualOp: "!=",
  lessThanOp: "<",
  lessThanOrEqualOp: "<=",
  greaterThanOp: ">",
  greaterThanOrEqualOp: ">=",
  eqOp: "=",
  neOp: "!=",
};

/** @type {Readonly<Record<string, string>>} */
const ARITHMETIC = {
  addOp: "add",
  subtractOp: "subtract",
  multiplyOp: "multiply",
  divOp: "divide",
  idivOp: "divideWhole",
  modOp: "modulo",
};

/** @type {Readonly<Record<string, CompileExpression>>} */
const EXPRESSIONS = {
  ...mapValues(COMPARISONS, compileComparison),
  ...mapValues(ARITHMETIC, compileArithmetic),
  stringConstantExpr: (element, { scope }) => ({
    code: scope.constant(readValue(element)),
    kind: "text",
  }),
  integerConstantExpr: (element) => ({
    code: String(Number(readValue(element))),
    kind: "number",
  }),
  decimalConstantExpr: (element) => ({ code: `toExact("${readValue(element)}")`, kind: "number" }),
  contextItemExpr: (_, { scope }) => compileContextItem(scope),
  varRef: compileVariable,
  andOp: (element, compiler) => compileLogic(element, "&&", compiler),
  orOp: (element, compiler) => compileLogic(element, "||", compiler),
  quantifiedExpr: compileQuantified,
  unaryMinusOp: compileMinus,
  unaryPlusOp: (element, compiler) => ({
    code: convert(compiler.compile(getChild(element, "operand", "*")), "optional"),
    kind: "optional",
  }),
  rangeSequenceExpr: compileRange,
  sequenceExpr: compileSequence,
  unionOp: compileUnion,
  flworExpr: compileFor,
  ifThenElseExpr: compileCondition,
  castExpr: (element, compiler) =>
    compileCast(compiler.compile(getChild(element, "argExpr", "*")), readType(element)),
  castableExpr: compileCastable,
  functionCallExpr: compileFunctionCall,
  pathExpr: compilePath,
};

/**
 * Returns a function for each member, which passes the member's value on.
 * @param {Readonly<Record<string, string>>} values
 * @param {(element: Element, value: string, compiler: ExpressionCompiler) => Code} compile
 */
function mapValues(values, compile) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      /** @type {CompileExpression} */
      const compileExpression = (element, compiler) => compile(element, value, compiler);
      return [name, compileExpression];
    }),
  );
}

// Operators

/**
 * @param {Element} element
 * @param {ExpressionCompiler} compiler
 * @returns {[left: Code, right: Code]}
 */
function compileOperands(element, { compile }) {
  return [
    compile(getChild(element, "firstOperand", "*")),
    compile(getChild(element, "secondOperand", "*")),
  ];
}

/**
 * @param {Element} element
 * @param {"&&" | "||"} operator
 * @param {ExpressionCompiler} compiler
 * @returns {Code}
 */
function compileLogic(element, operator, compiler) {
  const operands = compileOperands(element, compiler);
  const codes = operands.map((operand) => convert(operand, "boolean"));
  return { code: `(${codes.join(` ${operator} `)})`, kind: "boolean" };
}

/**
 * @param {Element} element
 * @param {string} operator
 * @param {ExpressionCompiler} compiler
 * @returns {Code}
 */
function compileComparison(element, operator, compiler) {
  const [left, right] = compileOperands(element, compiler);
  const kinds = `${left.kind} ${right.kind}`;
  const isEqual = operator === "=";
  if (kinds === "number number") {
    const difference = `compareNumbers(${left.code}, ${right.code})`;
    return { code: `holds("${operator}", ${difference})`, kind: "boolean" };
  }
  if (kinds === "text text" && (isEqual || operator === "!=")) {
    return { code: `(${left.code} ${isEqual ? "===" : "!=="} ${right.code})`, kind: "boolean" };
  }
  if (kinds === "nodes text" && isEqual) {
    return { code: `someTextIs(${left.code}, ${right.code})`, kind: "boolean" };
  }
  const both = `${convert(left, "items")}, ${convert(right, "items")}`;
  return { code: `compare("${operator}", ${both})`, kind: "boolean" };
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {ExpressionCompiler} compiler
 * @returns {Code}
 */
function compileArithmetic(element, name, compiler) {
  const operands = compileOperands(element, compiler);
  if (operands.every(({ kind }) => kind === "number")) {
    return { code: `${name}(${operands.map(({ code }) => code).join(", ")})`, kind: "number" };
  }
  const codes = operands.map((operand) => convert(operand, "optional"));
  return { code: `withBoth(${name}, ${codes.join(", ")})`, kind: "optional" };
}

/** @type {CompileExpression} */
function compileMinus(element, { compile }) {
  const operand = compile(getChild(element, "operand", "*"));
  if (operand.kind === "number") return { code: `negate(${operand.code})`, kind: "number" };
  return { code: `withOne(negate, ${convert(operand, "optional")})`, kind: "optional" };
}

/** @type {CompileExpression} */
function compileUnion(element, compiler) {
  const [left, right] = compileOperands(element, compiler);
  return { code: `sortNodes([...${left.code}, ...${right.code}])`, kind: "nodes", sorted: true };
}

// Conditions, types, names and calls

/** @type {CompileExpression} */
function compileCondition(element, { compile }) {
  const test = convert(compile(getChild(element, "ifClause", "*")), "boolean");
  const yes = compile(getChild(element, "thenClause", "*"));
  const no = compile(getChild(element, "elseClause", "*"));
  const kind = unifyKinds(yes.kind, no.kind);
  return { code: `(${test} ? ${convert(yes, kind)} : ${convert(no, kind)})`, kind };
}

/** @type {CompileExpression} */
function compileCastable(element, { compile }) {
  const argument = convert(compile(getChild(element, "argExpr", "*")), "items");
  return { code: `isCastable(${getCast(readType(element))}, ${argument})`, kind: "boolean" };
}

/** @type {CompileExpression} */
function compileVariable(element, { scope }) {
  const name = getChild(element, "name").textContent;
  const variable = scope.variables.get(name);
  if (variable === undefined) throw new Error(`$${name} is not defined`);
  return variable;
}

/** @type {CompileExpression} */
function compileFunctionCall(element, { compile, scope }) {
  const name = getChild(element, "functionName");
  const called = { prefix: getPrefix(name), name: name.textContent };
  const args = listElements(getChild(element, "arguments")).map(compile);
  return compileCall(called, args, scope);
}

/** @param {Element} element */
function readValue(element) {
  return getChild(element, "value").textContent;
}

/** @param {Element} element */
function readType(element) {
  return getChild(element, "singleType", "atomicType").textContent;
}
