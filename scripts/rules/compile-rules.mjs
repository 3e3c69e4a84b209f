// Compiles a Schematron schema to a JavaScript module, the form that
// src/tools/einvoice-read/rules/run-rules.ts runs.
import { parseXmlDocument } from "slimdom";
import {
  compileParsed,
  compileXPath,
  convert,
  elements,
  find,
  parseXPath,
  readStep,
  toIdentifier,
} from "./compile-xpath.mjs";

/** Texts from this length on are written once. */
const MIN_SHARED_LENGTH = 60;

/**
 * Returns the source of a module whose default export takes the runtime and returns the patterns.
 * @param {object} options
 * @param {string} options.file the schema
 * @param {(file: string) => string} options.readSchema reads the schema and the files that it
 * includes
 * @param {ReadonlyMap<string, string>} options.prefixes the runtime's prefixes by namespace
 * @param {ReadonlySet<string>} options.names what the runtime has
 * @param {ReadonlySet<string>} options.checks functions that rules call as `u:name(text)`
 * @param {string} options.notice the first line: license and origin
 */
export function compileRules({ file, notice, names, ...options }) {
  const body = new SetCompiler(options).compile(file);
  const used = findNames(body).filter((name) => names.has(name));
  return `${notice}\nexport default ({ ${used.join(", ")} }) => {\n${body}\n};\n`;
}

/** Returns the names that occur in code outside of texts, sorted. */
function findNames(code) {
  const words = code.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').match(/[A-Za-z]\w*/g) ?? [];
  return [...new Set(words)].sort((left, right) => (left < right ? -1 : 1));
}

class SetCompiler {
  constructor({ prefixes, checks, readSchema }) {
    this.prefixes = prefixes;
    this.checks = checks;
    this.readSchema = readSchema;
    this.constants = new Map();
    this.globals = [];
  }

  compile(file) {
    const schema = this.read(file);
    this.namespaces = new Map(
      elements(schema)
        .filter((child) => child.localName === "ns")
        .map((child) => [child.getAttribute("prefix"), child.getAttribute("uri")]),
    );
    const scope = this.createScope(new Map());
    this.declare(schema, scope);
    const patterns = elements(schema)
      .filter((child) => child.localName === "pattern")
      .map((pattern) => this.compilePattern(pattern, scope))
      .filter((code) => code !== "");
    const constants = [...this.constants].map(
      ([text, name]) => `const ${name} = ${JSON.stringify(text)};`,
    );
    return [...constants, ...this.globals, `return [\n${patterns.join(",\n")}\n];`].join("\n");
  }

  /** Reads a schema, with its includes in their places. */
  read(file) {
    const root = parseXmlDocument(this.readSchema(file)).documentElement;
    for (const child of elements(root)) {
      if (child.localName !== "include") continue;
      const included = this.read(child.getAttribute("href"));
      root.replaceChild(root.ownerDocument.importNode(included, true), child);
    }
    return root;
  }

  createScope(variables) {
    return {
      variables,
      checks: this.checks,
      context: "node",
      toPrefix: (prefix) => this.toPrefix(prefix),
      constant: (text) => this.share(text),
    };
  }

  toPrefix(prefix) {
    const namespace = this.namespaces.get(prefix);
    const known = this.prefixes.get(namespace);
    if (known === undefined) throw new Error(`the namespace ${namespace} has no prefix`);
    return known;
  }

  share(text) {
    if (text.length < MIN_SHARED_LENGTH) return JSON.stringify(text);
    const name = this.constants.get(text) ?? `TEXT_${this.constants.size + 1}`;
    this.constants.set(text, name);
    return name;
  }

  /** Declares the variables of a schema or pattern, which are evaluated once for a document. */
  declare(parent, scope) {
    for (const child of elements(parent)) {
      if (child.localName === "pattern" && parent.localName === "schema" && isOnlyVariables(child))
        this.declare(child, scope);
      if (child.localName !== "let") continue;
      const name = child.getAttribute("name");
      const value = compileXPath(child.getAttribute("value"), scope);
      const constant = `GLOBAL_${this.globals.length + 1}`;
      this.globals.push(`const ${constant} = memoize((n) => ${value.code});`);
      scope.variables.set(name, { ...value, code: `${constant}(n)` });
    }
  }

  compilePattern(pattern, globalScope) {
    const scope = this.createScope(new Map(globalScope.variables));
    if (!isOnlyVariables(pattern)) this.declare(pattern, scope);
    const rules = elements(pattern)
      .filter((child) => child.localName === "rule")
      .map((rule) => this.compileRule(rule, scope));
    return rules.length === 0 ? "" : `[\n${rules.join(",\n")}\n]`;
  }

  compileRule(rule, patternScope) {
    const scope = this.createScope(new Map(patternScope.variables));
    const matchers = this.compileContext(rule.getAttribute("context"), scope);
    const lines = [];
    for (const child of elements(rule)) {
      if (child.localName !== "let") continue;
      const variable = toIdentifier(child.getAttribute("name"));
      const value = compileXPath(child.getAttribute("value"), scope);
      lines.push(`const ${variable} = once(() => ${value.code});`);
      scope.variables.set(child.getAttribute("name"), { ...value, code: `${variable}()` });
    }
    const asserts = elements(rule)
      .filter((child) => child.localName === "assert")
      .map((assert) => this.compileAssert(assert, scope));
    const list = `[\n${asserts.join(",\n")}\n]`;
    const check = lines.length === 0 ? list : `{\n${lines.join("\n")}\nreturn ${list};\n}`;
    return `{ matchers: [${matchers.join(", ")}], check: (n) => ${check} }`;
  }

  compileAssert(assert, scope) {
    const test = convert(compileXPath(assert.getAttribute("test"), scope), "boolean");
    const id = JSON.stringify(assert.getAttribute("id"));
    const flag = JSON.stringify(assert.getAttribute("flag") ?? "fatal");
    return `[[${id}, ${flag}, ${this.compileText(assert, scope)}], () => ${test}]`;
  }

  /** A text, or a function where it quotes the document. */
  compileText(assert, scope) {
    const parts = assert.childNodes
      .filter((child) => child.nodeType !== 8)
      .map((child) => {
        if (child.nodeType !== 1) return JSON.stringify(child.data.replaceAll(/\s+/g, " "));
        if (child.localName === "name") return "getName([n])";
        return convert(compileXPath(child.getAttribute("select"), scope), "anyText");
      });
    if (parts.length === 1) return JSON.stringify(JSON.parse(parts[0]).trim());
    return `() => (${parts.join(" + ")}).trim()`;
  }

  // Contexts, which are patterns of XSLT

  compileContext(context, scope) {
    const compiler = new ContextCompiler(scope);
    return listPaths(parseXPath(context)).map((path) => compiler.compile(path));
  }
}

/** Compiles one path of a context to `[name, (n) => boolean]`, from its last step backwards. */
class ContextCompiler {
  constructor(scope) {
    this.scope = scope;
  }

  compile({ steps, isRooted }) {
    const name = this.readName(steps.at(-1));
    return `[${JSON.stringify(name)}, (n) => ${this.matchSteps(steps, isRooted)}]`;
  }

  /** Code that tells whether `n`, whose name matches the last step, matches all. */
  matchSteps(steps, isRooted) {
    const above = this.matchParent(steps.slice(0, -1), isRooted);
    const conditions = [...above, ...this.compilePredicates(steps.at(-1))];
    return conditions.length === 0 ? "true" : conditions.join(" && ");
  }

  matchParent(steps, isRooted) {
    const last = steps.at(-1);
    if (last === undefined) return isRooted ? [`n.parent.kind === "root"`] : [];
    if (readStep(last.node, this.scope).axis === "descendant-or-self") {
      const rest = steps.slice(0, -1);
      if (rest.length === 0) return [];
      return [this.matchSome("getAncestors", rest, isRooted)];
    }
    return [this.matchSome("getParent", steps, isRooted)];
  }

  matchSome(axis, steps, isRooted) {
    const test = JSON.stringify(this.readName(steps.at(-1)));
    return `${axis}(n, ${test}).some((n) => ${this.matchSteps(steps, isRooted)})`;
  }

  compilePredicates({ predicates }) {
    return predicates.map((predicate) => {
      const code = compileParsed(predicate, this.scope);
      if (code.kind !== "boolean" && code.kind !== "nodes") {
        throw new Error(`a predicate of a context has the kind ${code.kind}`);
      }
      return convert(code, "boolean");
    });
  }

  readName({ node }) {
    const { axis, test } = readStep(node, this.scope);
    return axis === "attribute" ? `@${test}` : test;
  }
}

/** Returns the alternatives of a context, each as its steps; `(a | b)/c` are `a/c` and `b/c`. */
function listPaths(node) {
  if (node.localName === "sequenceExpr") return elements(node).flatMap(listPaths);
  if (node.localName === "unionOp") {
    return ["firstOperand", "secondOperand"].flatMap((name) =>
      listPaths(find(find(node, name), "*")),
    );
  }
  const [first, ...rest] = elements(node);
  const later = rest.map(toStep);
  if (first.localName === "rootExpr") return [{ isRooted: true, steps: later }];
  const group = find(first, "filterExpr");
  if (group === undefined) return [{ isRooted: false, steps: [toStep(first), ...later] }];
  const { predicates } = toStep(first);
  return listPaths(find(group, "*")).map(({ isRooted, steps }) => {
    const last = steps.at(-1);
    const grouped = { ...last, predicates: [...last.predicates, ...predicates] };
    return { isRooted, steps: [...steps.slice(0, -1), grouped, ...later] };
  });
}

function toStep(node) {
  const predicates = find(node, "predicates");
  return { node, predicates: predicates === undefined ? [] : elements(predicates) };
}

function isOnlyVariables(pattern) {
  return elements(pattern).every((child) => child.localName === "let");
}
