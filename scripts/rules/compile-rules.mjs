// Compiles a Schematron schema to a JavaScript module, the form that
// src/tools/einvoice-read/rules/run-rules.ts runs.
import { parseXmlDocument } from "slimdom";
import { convert, toIdentifier } from "./code.mjs";
import { compileContext } from "./compile-context.mjs";
import { compileXPath } from "./compile-xpath.mjs";
import { getAttribute, isElement, listElements } from "./xqueryx.mjs";

/** @import { Element, Node, Text } from "slimdom" */
/** @import { Code, Scope } from "./code.mjs" */

/** Texts from this length on are written once. */
const MIN_SHARED_LENGTH = 60;

/** `nodeType` of a comment. */
const COMMENT = 8;

/**
 * @typedef {object} SetOptions
 * @property {(file: string) => string} readSchema reads the schema and the files that it includes
 * @property {ReadonlyMap<string, string>} prefixes the runtime's prefixes by namespace
 * @property {ReadonlySet<string>} checks functions that rules call as `u:name(text)`
 */

/**
 * Returns the source of a module whose default export takes the runtime and returns the patterns.
 * `names` are what the runtime has, and `notice` is the first line: license and origin.
 * @param {SetOptions & { file: string, names: ReadonlySet<string>, notice: string }} options
 */
export function compileRules({ file, notice, names, ...options }) {
  const body = new SetCompiler(options).compile(file);
  const used = findNames(body).filter((name) => names.has(name));
  return `${notice}\nexport default ({ ${used.join(", ")} }) => {\n${body}\n};\n`;
}

/**
 * Returns the names that occur in code outside of texts, sorted.
 * @param {string} code
 */
function findNames(code) {
  const words = code.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').match(/[A-Za-z]\w*/g) ?? [];
  return [...new Set(words)].sort((left, right) => (left < right ? -1 : 1));
}

/**
 * A scope whose variables grow while it is read.
 * @typedef {Scope & { variables: Map<string, Code> }} GrowingScope
 */

class SetCompiler {
  /** @param {SetOptions} options */
  constructor({ prefixes, checks, readSchema }) {
    this.prefixes = prefixes;
    this.checks = checks;
    this.readSchema = readSchema;
    /** @type {Map<string, string>} Namespaces by the schema's prefixes. */
    this.namespaces = new Map();
    /** @type {Map<string, string>} Names of shared texts. */
    this.constants = new Map();
    /** @type {string[]} */
    this.globals = [];
  }

  /** @param {string} file */
  compile(file) {
    const schema = this.read(file);
    for (const child of listElements(schema)) {
      if (child.localName !== "ns") continue;
      this.namespaces.set(getAttribute(child, "prefix"), getAttribute(child, "uri"));
    }
    const scope = this.createScope(new Map());
    this.declare(schema, scope);
    const patterns = listElements(schema)
      .filter((child) => child.localName === "pattern")
      .map((pattern) => this.compilePattern(pattern, scope))
      .filter((code) => code !== "");
    const constants = [...this.constants].map(
      ([text, name]) => `const ${name} = ${JSON.stringify(text)};`,
    );
    return [...constants, ...this.globals, `return [\n${patterns.join(",\n")}\n];`].join("\n");
  }

  /**
   * Reads a schema, with its includes in their places.
   * @param {string} file
   * @returns {Element}
   */
  read(file) {
    const root = parseXmlDocument(this.readSchema(file)).documentElement;
    for (const child of listElements(root)) {
      if (child.localName !== "include") continue;
      const included = this.read(getAttribute(child, "href"));
      root.replaceChild(root.ownerDocument.importNode(included, true), child);
    }
    return root;
  }

  /**
   * @param {Map<string, Code>} variables
   * @returns {GrowingScope}
   */
  createScope(variables) {
    return {
      variables,
      checks: this.checks,
      context: "node",
      toPrefix: (prefix) => this.toPrefix(prefix),
      constant: (text) => this.share(text),
    };
  }

  /** @param {string} prefix */
  toPrefix(prefix) {
    const namespace = this.namespaces.get(prefix) ?? "";
    const name = this.prefixes.get(namespace);
    if (name === undefined) throw new Error(`the namespace ${namespace} has no prefix`);
    return name;
  }

  /** @param {string} text */
  share(text) {
    if (text.length < MIN_SHARED_LENGTH) return JSON.stringify(text);
    const name = this.constants.get(text) ?? `TEXT_${this.constants.size + 1}`;
    this.constants.set(text, name);
    return name;
  }

  /**
   * Declares the variables of a schema or pattern, which are evaluated once for a document.
   * @param {Element} parent
   * @param {GrowingScope} scope
   */
  declare(parent, scope) {
    for (const child of listElements(parent)) {
      const isPattern = child.localName === "pattern" && parent.localName === "schema";
      if (isPattern && isOnlyVariables(child)) this.declare(child, scope);
      if (child.localName !== "let") continue;
      const value = compileXPath(getAttribute(child, "value"), scope);
      const constant = `GLOBAL_${this.globals.length + 1}`;
      this.globals.push(`const ${constant} = memoize((n) => ${value.code});`);
      scope.variables.set(getAttribute(child, "name"), { ...value, code: `${constant}(n)` });
    }
  }

  /**
   * @param {Element} pattern
   * @param {GrowingScope} globalScope
   */
  compilePattern(pattern, globalScope) {
    const scope = this.createScope(new Map(globalScope.variables));
    if (!isOnlyVariables(pattern)) this.declare(pattern, scope);
    const rules = listElements(pattern)
      .filter((child) => child.localName === "rule")
      .map((rule) => this.compileRule(rule, scope));
    return rules.length === 0 ? "" : `[\n${rules.join(",\n")}\n]`;
  }

  /**
   * @param {Element} rule
   * @param {GrowingScope} patternScope
   */
  compileRule(rule, patternScope) {
    const scope = this.createScope(new Map(patternScope.variables));
    const matchers = compileContext(getAttribute(rule, "context"), scope);
    const lines = [];
    for (const child of listElements(rule)) {
      if (child.localName !== "let") continue;
      const name = getAttribute(child, "name");
      const variable = toIdentifier(name);
      const value = compileXPath(getAttribute(child, "value"), scope);
      lines.push(`const ${variable} = once(() => ${value.code});`);
      scope.variables.set(name, { ...value, code: `${variable}()` });
    }
    const assertions = listElements(rule)
      .filter((child) => child.localName === "assert")
      .map((assertion) => compileAssertion(assertion, scope));
    const list = `[\n${assertions.join(",\n")}\n]`;
    const check = lines.length === 0 ? list : `{\n${lines.join("\n")}\nreturn ${list};\n}`;
    return `{ matchers: [${matchers.join(", ")}], check: (n) => ${check} }`;
  }
}

/**
 * @param {Element} assertion
 * @param {Scope} scope
 */
function compileAssertion(assertion, scope) {
  const test = convert(compileXPath(getAttribute(assertion, "test"), scope), "boolean");
  const id = JSON.stringify(getAttribute(assertion, "id"));
  const flag = JSON.stringify(assertion.getAttribute("flag") ?? "fatal");
  return `[[${id}, ${flag}, ${compileText(assertion, scope)}], () => ${test}]`;
}

/**
 * A text, or a function where it quotes the document.
 * @param {Element} assertion
 * @param {Scope} scope
 */
function compileText(assertion, scope) {
  const nodes = assertion.childNodes.filter(({ nodeType }) => nodeType !== COMMENT);
  const [first, ...others] = nodes;
  if (first !== undefined && !isElement(first) && others.length === 0) {
    return JSON.stringify(readText(first).trim());
  }
  const parts = nodes.map((node) => {
    if (!isElement(node)) return JSON.stringify(readText(node));
    if (node.localName === "name") return "getName([n])";
    return convert(compileXPath(getAttribute(node, "select"), scope), "anyText");
  });
  return `() => (${parts.join(" + ")}).trim()`;
}

/** @param {Node} node */
function readText(node) {
  return /** @type {Text} */ (node).data.replaceAll(/\s+/g, " ");
}

/** @param {Element} pattern */
function isOnlyVariables(pattern) {
  return listElements(pattern).every((child) => child.localName === "let");
}
