// Compiles XPath expressions to JavaScript over the runtime of src/tools/einvoice-read/rules.
import { createRequire } from "node:module";
import { Document } from "slimdom";

const require = createRequire(import.meta.url);
/** CommonJS, because the module build of fontoxpath has no constant for the language. */
const { evaluateXPath, parseScript } = require("fontoxpath");

/**
 * A compiled expression. Kinds: `boolean`, `number`, `text` (exactly one value), `optional` (a
 * number or undefined), `nodes` (an array of nodes) and `items` (an array of anything).
 * @typedef {{ code: string, kind: "boolean" | "number" | "text" | "optional" | "nodes" | "items",
 * sorted?: boolean }} Code
 */

/**
 * What an expression may refer to.
 * @typedef {object} Scope
 * @property {(prefix: string) => string} toPrefix returns the runtime's prefix of a namespace
 * prefix
 * @property {Map<string, Code>} variables
 * @property {(text: string) => string} constant returns code for a text, shared if it is long
 * @property {ReadonlySet<string>} checks names of functions `u:name(text)`
 * @property {"node" | "item"} context
 */

/**
 * @param {string} expression
 * @param {Scope} scope
 * @returns {Code}
 */
export function compileXPath(expression, scope) {
  return new Compiler(scope).compile(parseXPath(expression));
}

/** As `compileXPath`, for the parsed form. */
export function compileParsed(node, scope) {
  return new Compiler(scope).compile(node);
}

/** Returns axis and node test of a parsed step, without its predicates. */
export function readStep(step, scope) {
  const axis = find(step, "xpathAxis").textContent;
  return { axis, test: new Compiler(scope).readTest(step) };
}

/** Returns the parsed form of an expression: an element of XQueryX. */
export function parseXPath(expression) {
  const language = evaluateXPath.XPATH_3_1_LANGUAGE;
  const module = parseScript(expression, { language, annotateAst: false }, new Document());
  return find(find(find(module, "mainModule"), "queryBody"), "*");
}

/** Returns the first child element of a name, or undefined. */
export function find(element, name) {
  return elements(element).find((child) => name === "*" || child.localName === name);
}

export function elements(element) {
  return element.childNodes.filter((child) => child.nodeType === 1);
}

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

const ARITHMETIC = {
  addOp: "add",
  subtractOp: "subtract",
  multiplyOp: "multiply",
  divOp: "divide",
  idivOp: "divideWhole",
  modOp: "modulo",
};

/** Axes of the runtime; `false`: results of several nodes may repeat or be out of order. */
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

const CASTS = {
  decimal: "castDecimal",
  integer: "castInteger",
  boolean: "castBoolean",
  date: "castDate",
  string: "toText",
};

/** Functions by name: kinds of arguments and of the result. Optional arguments may be left out. */
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

class Compiler {
  /** @param {Scope} scope */
  constructor(scope) {
    this.scope = scope;
  }

  /** @returns {Code} */
  compile(node) {
    const kind = node.localName;
    if (kind in COMPARISONS) return this.compileComparison(node, COMPARISONS[kind]);
    if (kind in ARITHMETIC) return this.compileArithmetic(node, ARITHMETIC[kind]);
    const method = this[`compile_${kind}`];
    if (method === undefined) throw new Error(`XPath has ${kind}, which is not supported`);
    return method.call(this, node);
  }

  /** Compiles in another scope: inside a predicate, a step or a binding. */
  within(changes) {
    return new Compiler({ ...this.scope, ...changes });
  }

  // Literals and names

  compile_stringConstantExpr(node) {
    return { code: this.scope.constant(find(node, "value").textContent), kind: "text" };
  }

  compile_integerConstantExpr(node) {
    return { code: String(Number(find(node, "value").textContent)), kind: "number" };
  }

  compile_decimalConstantExpr(node) {
    return { code: `toExact("${find(node, "value").textContent}")`, kind: "number" };
  }

  compile_contextItemExpr() {
    return { code: "[n]", kind: this.scope.context === "node" ? "nodes" : "items", sorted: true };
  }

  compile_varRef(node) {
    const name = find(node, "name").textContent;
    const variable = this.scope.variables.get(name);
    if (variable === undefined) throw new Error(`$${name} is not defined`);
    return variable;
  }

  // Booleans

  compile_andOp(node) {
    return { code: `(${this.operands(node, "boolean").join(" && ")})`, kind: "boolean" };
  }

  compile_orOp(node) {
    return { code: `(${this.operands(node, "boolean").join(" || ")})`, kind: "boolean" };
  }

  compileComparison(node, operator) {
    const [left, right] = this.operandCodes(node);
    const kinds = `${left.kind} ${right.kind}`;
    if (kinds === "number number") {
      const difference = `compareNumbers(${left.code}, ${right.code})`;
      return { code: `holds("${operator}", ${difference})`, kind: "boolean" };
    }
    if (kinds === "text text" && (operator === "=" || operator === "!=")) {
      return {
        code: `(${left.code} ${operator === "=" ? "===" : "!=="} ${right.code})`,
        kind: "boolean",
      };
    }
    if (kinds === "nodes text" && operator === "=") {
      return { code: `someTextIs(${left.code}, ${right.code})`, kind: "boolean" };
    }
    const both = `${convert(left, "items")}, ${convert(right, "items")}`;
    return { code: `compare("${operator}", ${both})`, kind: "boolean" };
  }

  compile_quantifiedExpr(node) {
    const isEvery = find(node, "quantifier").textContent === "every";
    const clauses = elements(node).filter((child) => child.localName === "quantifiedExprInClause");
    const test = (inner) =>
      convert(inner.compile(find(find(node, "predicateExpr"), "*")), "boolean");
    return {
      code: this.bind(clauses, "sourceExpr", isEvery ? "every" : "some", test),
      kind: "boolean",
    };
  }

  // Numbers

  compileArithmetic(node, name) {
    const operands = this.operandCodes(node);
    const kind = operands.every((operand) => operand.kind === "number") ? "number" : "optional";
    if (kind === "number") {
      return { code: `${name}(${operands.map(({ code }) => code).join(", ")})`, kind };
    }
    const [left, right] = operands.map((operand) => convert(operand, "optional"));
    return { code: `withBoth(${name}, ${left}, ${right})`, kind };
  }

  compile_unaryMinusOp(node) {
    const operand = this.compile(find(find(node, "operand"), "*"));
    if (operand.kind === "number") return { code: `negate(${operand.code})`, kind: "number" };
    return { code: `withOne(negate, ${convert(operand, "optional")})`, kind: "optional" };
  }

  compile_unaryPlusOp(node) {
    const operand = this.compile(find(find(node, "operand"), "*"));
    return { code: convert(operand, "optional"), kind: "optional" };
  }

  compile_rangeSequenceExpr(node) {
    const [start, end] = ["startExpr", "endExpr"].map((name) =>
      convert(this.compile(find(find(node, name), "*")), "optional"),
    );
    return { code: `toRange(${start}, ${end})`, kind: "items" };
  }

  // Sequences

  compile_sequenceExpr(node) {
    const parts = elements(node).map((child) => this.compile(child));
    if (parts.length === 0) return { code: "[]", kind: "nodes", sorted: true };
    if (parts.length === 1) return parts[0];
    const kind = parts.every((part) => part.kind === "nodes") ? "nodes" : "items";
    return { code: `[${parts.map((part) => `...${convert(part, "items")}`).join(", ")}]`, kind };
  }

  compile_unionOp(node) {
    const [left, right] = this.operandCodes(node);
    return { code: `sortNodes([...${left.code}, ...${right.code}])`, kind: "nodes", sorted: true };
  }

  compile_flworExpr(node) {
    const clauses = elements(find(node, "forClause"));
    const result = (inner) =>
      convert(inner.compile(find(find(node, "returnClause"), "*")), "items");
    return { code: this.bind(clauses, "forExpr", "flatMap", result), kind: "items" };
  }

  /** Nests a loop for each clause of `for`, `some` or `every`. */
  bind([clause, ...rest], sourceName, loop, compileBody) {
    const name = find(find(clause, "typedVariableBinding"), "varName").textContent;
    const source = this.compile(find(find(clause, sourceName), "*"));
    const variable = toIdentifier(name);
    const kind = source.kind === "nodes" ? "nodes" : "items";
    const variables = new Map(this.scope.variables).set(name, {
      code: `[${variable}]`,
      kind,
      sorted: true,
    });
    const inner = this.within({ variables });
    const body =
      rest.length === 0 ? compileBody(inner) : inner.bind(rest, sourceName, loop, compileBody);
    return `${convert(source, "items")}.${loop}((${variable}) => ${body})`;
  }

  compile_ifThenElseExpr(node) {
    const test = convert(this.compile(find(find(node, "ifClause"), "*")), "boolean");
    const [yes, no] = ["thenClause", "elseClause"].map((name) =>
      this.compile(find(find(node, name), "*")),
    );
    const kind = unify(yes.kind, no.kind);
    return { code: `(${test} ? ${convert(yes, kind)} : ${convert(no, kind)})`, kind };
  }

  // Types

  compile_castExpr(node) {
    return this.cast(this.compile(find(find(node, "argExpr"), "*")), typeOf(node));
  }

  compile_castableExpr(node) {
    const argument = convert(this.compile(find(find(node, "argExpr"), "*")), "items");
    return { code: `isCastable(${CASTS[typeOf(node)]}, ${argument})`, kind: "boolean" };
  }

  cast(argument, type) {
    const name = CASTS[type];
    if (name === undefined) throw new Error(`there is no cast to xs:${type}`);
    if (type === "string" && argument.kind === "number") {
      return { code: `toText(${argument.code})`, kind: "text" };
    }
    if (type === "string") return { code: convert(argument, "text"), kind: "text" };
    const items = convert(argument, "items");
    if (type === "date" || type === "boolean")
      return { code: `castEach(${name}, ${items})`, kind: "items" };
    return { code: `castOptional(${name}, ${items})`, kind: "optional" };
  }

  // Functions

  compile_functionCallExpr(node) {
    const nameNode = find(node, "functionName");
    const prefix = nameNode.getAttributeNS(nameNode.namespaceURI, "prefix") ?? "";
    const name = nameNode.textContent;
    const args = elements(find(node, "arguments")).map((child) => this.compile(child));
    if (prefix === "xs") return this.cast(args[0], name);
    if (prefix === "u") return this.callCheck(name, args);
    const special = this[`call_${name.replaceAll("-", "_")}`];
    if (special !== undefined) return special.call(this, args);
    const signature = FUNCTIONS[name];
    if (signature === undefined) throw new Error(`there is no function ${name}`);
    return this.callRuntime(signature, args);
  }

  callRuntime([kinds, kind, name], args) {
    const given = args.length === 0 ? [this.compile_contextItemExpr()] : args;
    const codes = given.map((argument, index) => convert(argument, kinds[index]));
    return { code: `${name}(${codes.join(", ")})`, kind };
  }

  callCheck(name, [argument]) {
    if (!this.scope.checks.has(name)) throw new Error(`there is no function u:${name}`);
    const code = `checks[${JSON.stringify(name)}](${convert(argument, "text")})`;
    return { code, kind: "boolean" };
  }

  call_true() {
    return { code: "true", kind: "boolean" };
  }

  call_false() {
    return { code: "false", kind: "boolean" };
  }

  call_not([argument]) {
    return { code: `!${convert(argument, "boolean")}`, kind: "boolean" };
  }

  call_boolean([argument]) {
    return { code: convert(argument, "boolean"), kind: "boolean" };
  }

  call_exists([argument]) {
    return { code: `(${convert(argument, "items")}.length > 0)`, kind: "boolean" };
  }

  call_count([argument]) {
    return { code: `${convert(argument, "items")}.length`, kind: "number" };
  }

  call_concat(args) {
    const texts = args.map((argument) => convert(argument, "anyText"));
    return { code: `(${texts.join(" + ")})`, kind: "text" };
  }

  call_string([argument = this.compile_contextItemExpr()]) {
    return { code: convert(argument, "anyText"), kind: "text" };
  }

  call_number([argument = this.compile_contextItemExpr()]) {
    if (argument.kind === "number") return argument;
    return { code: `toNumberOrNaN(${convert(argument, "items")})`, kind: "number" };
  }

  call_name([argument = this.compile_contextItemExpr()]) {
    return { code: `getName(${argument.code})`, kind: "text" };
  }

  call_local_name([argument = this.compile_contextItemExpr()]) {
    return { code: `getLocalName(${argument.code})`, kind: "text" };
  }

  call_last() {
    return { code: "size", kind: "number" };
  }

  call_position() {
    return { code: "(index + 1)", kind: "number" };
  }

  // Paths

  compile_pathExpr(node) {
    const [first, ...rest] = elements(node);
    let steps = rest;
    let path;
    if (first.localName === "rootExpr")
      path = { code: "[getRoot(n)]", kind: "nodes", sorted: true };
    else path = this.compileFirstStep(first);
    steps = mergeDescendants(steps);
    for (const step of steps) path = this.compileStep(path, step);
    return path;
  }

  compileFirstStep(step) {
    const filter = find(step, "filterExpr");
    if (filter !== undefined) {
      return this.applyPredicates(this.compile(find(filter, "*")), step);
    }
    return this.compileStep({ code: "[n]", kind: "nodes", sorted: true, single: "n" }, step);
  }

  compileStep(path, step) {
    const filter = find(step, "filterExpr");
    if (filter !== undefined) return this.compileExpressionStep(path, step, filter);
    const axisName = step.axis ?? find(step, "xpathAxis").textContent;
    const [axis, keepsOrder] = AXES[axisName] ?? [];
    if (axis === undefined) throw new Error(`there is no axis ${axisName}`);
    const test = JSON.stringify(this.readTest(step));
    const hasPosition = this.predicates(step).some((predicate) => this.isPositional(predicate));
    if (hasPosition) {
      const code = this.filterEach(`${axis}(n, ${test})`, step, axisName);
      return this.inOrder(`${path.code}.flatMap((n) => ${code})`, path, keepsOrder);
    }
    const reached =
      path.single === undefined
        ? `step(${path.code}, ${axis}, ${test})`
        : `${axis}(${path.single}, ${test})`;
    const sorted =
      path.single === undefined
        ? this.inOrder(reached, path, keepsOrder)
        : {
            code: reached,
            kind: "nodes",
            sorted: axisName !== "descendant-or-self" && axisName !== "descendant",
          };
    return this.applyPredicates(sorted, step);
  }

  /** Sorts what an axis reaches from several nodes, unless it is in order already. */
  inOrder(code, path, keepsOrder) {
    if (keepsOrder && path.sorted) return { code, kind: "nodes", sorted: true };
    return { code: `sortNodes(${code})`, kind: "nodes", sorted: false };
  }

  /** A step that is an expression, such as `a/normalize-space(b)`, evaluated for each node. */
  compileExpressionStep(path, step, filter) {
    const inner = this.within({ context: "node" });
    const result = inner.applyPredicates(inner.compile(find(filter, "*")), step);
    const code = `${path.code}.flatMap((n) => ${convert(result, "items")})`;
    if (result.kind === "nodes")
      return { code: `sortNodes(${code})`, kind: "nodes", sorted: false };
    return { code, kind: "items" };
  }

  readTest(step) {
    if (step.test !== undefined) return step.test;
    if (find(step, "anyKindTest") !== undefined) return "node()";
    if (find(step, "textTest") !== undefined) return "text()";
    const wildcard = find(step, "Wildcard");
    if (wildcard !== undefined) {
      const prefix = find(wildcard, "NCName");
      return prefix === undefined ? "*" : `${this.scope.toPrefix(prefix.textContent)}:*`;
    }
    const name = find(step, "nameTest");
    const prefix = name.getAttributeNS(name.namespaceURI, "prefix") ?? "";
    return prefix === "" ? name.textContent : `${this.scope.toPrefix(prefix)}:${name.textContent}`;
  }

  // Predicates

  predicates(step) {
    const list = find(step, "predicates");
    return list === undefined ? [] : elements(list);
  }

  /** Returns true if a predicate counts nodes: it is a number or calls position() or last(). */
  isPositional(predicate) {
    const inner = this.within({ context: "item" });
    const { kind } = inner.compile(predicate);
    return kind === "number" || kind === "optional" || kind === "items" || callsPosition(predicate);
  }

  applyPredicates(sequence, step) {
    const predicates = this.predicates(step);
    if (predicates.length === 0) return sequence;
    const items = {
      ...sequence,
      code: convert(sequence, "items"),
      kind: sequence.kind === "nodes" ? "nodes" : "items",
    };
    return predicates.reduce(
      (code, predicate) => ({ ...items, code: this.filter(code.code, predicate, items.kind) }),
      items,
    );
  }

  filterEach(code, step, axis) {
    if (axis.startsWith("preceding") || axis === "ancestor") code = `[...${code}].reverse()`;
    return this.predicates(step).reduce(
      (filtered, predicate) => this.filter(filtered, predicate, "nodes"),
      code,
    );
  }

  filter(code, predicate, kind) {
    const inner = this.within({ context: kind === "nodes" ? "node" : "item" });
    const test = inner.compile(predicate);
    if (test.kind === "number") return `takeAt(${code}, (n, index, size) => ${test.code})`;
    if (test.kind === "optional" || test.kind === "items") {
      return `filterItems(${code}, (n, index, size) => ${convert(test, "items")})`;
    }
    const isPlain = !callsPosition(predicate);
    if (isPlain) return `${code}.filter((n) => ${convert(test, "boolean")})`;
    return `filterBy(${code}, (n, index, size) => ${convert(test, "boolean")})`;
  }

  // Operands

  operandCodes(node) {
    return ["firstOperand", "secondOperand"].map((name) =>
      this.compile(find(find(node, name), "*")),
    );
  }

  operands(node, kind) {
    return this.operandCodes(node).map((operand) => convert(operand, kind));
  }
}

/**
 * Returns true if position() or last() occurs in a predicate, other than in a predicate inside it.
 */
function callsPosition(node) {
  if (node.localName === "functionName") return ["position", "last"].includes(node.textContent);
  return elements(node).some((child) => child.localName !== "predicates" && callsPosition(child));
}

/**
 * Turns `//x`, which is `/descendant-or-self::node()/child::x`, into one step where positions do
 * not matter.
 */
function mergeDescendants(steps) {
  const result = [];
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1];
    const isAny =
      find(step, "xpathAxis")?.textContent === "descendant-or-self" &&
      find(step, "anyKindTest") !== undefined &&
      find(step, "predicates") === undefined;
    if (isAny && next !== undefined && find(next, "xpathAxis")?.textContent === "child") {
      const numbers = find(next, "predicates");
      const isSafe =
        numbers === undefined ||
        !elements(numbers).some(
          (predicate) => /Constant|filter/.test(predicate.localName) || callsPosition(predicate),
        );
      if (isSafe) {
        next.axis = "descendant";
        continue;
      }
    }
    result.push(step);
  }
  return result;
}

function typeOf(node) {
  return find(find(node, "singleType"), "atomicType").textContent;
}

/** Returns a name for a variable of XPath, which may contain dashes. */
export function toIdentifier(name) {
  return `$${name.replaceAll(/[^A-Za-z0-9]/g, "_")}`;
}

function unify(left, right) {
  if (left === right) return left;
  const kinds = new Set([left, right]);
  if (kinds.has("number") && kinds.has("optional")) return "optional";
  return "items";
}

/** Returns code for an expression as another kind. */
export function convert({ code, kind }, to) {
  if (kind === to || (kind === "nodes" && to === "items")) return code;
  switch (to) {
    case "boolean":
      return toBooleanCode(code, kind);
    case "items":
      if (kind === "optional") return `toItems(${code})`;
      return `[${code}]`;
    case "text":
      if (kind === "nodes" || kind === "items") return `toOneText(${code})`;
      return `failType(${JSON.stringify(`a ${kind} where a text is needed`)})`;
    case "anyText":
      if (kind === "text") return code;
      if (kind === "nodes" || kind === "items") return `toAnyText(${code})`;
      return kind === "optional" ? `toAnyText(toItems(${code}))` : `toText(${code})`;
    case "number":
      if (kind === "optional") return `needNumber(${code})`;
      return `needNumber(toOneNumber(${convert({ code, kind }, "items")}))`;
    case "optional":
      if (kind === "number") return code;
      return `toOneNumber(${convert({ code, kind }, "items")})`;
    default:
      throw new Error(`there is no conversion from ${kind} to ${to}`);
  }
}

function toBooleanCode(code, kind) {
  if (kind === "text") return `(${code} !== "")`;
  if (kind === "nodes") return `(${code}.length > 0)`;
  if (kind === "items") return `toBoolean(${code})`;
  return `isTrueNumber(${code})`;
}
