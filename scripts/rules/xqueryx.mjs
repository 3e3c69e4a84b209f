// Parses XPath to XQueryX, and reads its elements.
import { createRequire } from "node:module";
import { Document } from "slimdom";

/** @import { Element, Node } from "slimdom" */

const require = createRequire(import.meta.url);
/** CommonJS, because the module build of fontoxpath has no constant for the language. */
const { evaluateXPath, parseScript } = require("fontoxpath");

/**
 * Returns the parsed form of an expression.
 * @param {string} expression
 * @returns {Element}
 */
export function parseXPath(expression) {
  const language = evaluateXPath.XPATH_3_1_LANGUAGE;
  const module = parseScript(expression, { language, annotateAst: false }, new Document());
  return getChild(module, "mainModule", "queryBody", "*");
}

/**
 * @param {Node} node
 * @returns {node is Element}
 */
export function isElement(node) {
  return node.nodeType === 1;
}

/** @param {Element} element */
export function listElements(element) {
  return element.childNodes.filter(isElement);
}

/**
 * Returns the first child element of a name, or undefined; `*` is any name.
 * @param {Element} element
 * @param {string} name
 */
export function findChild(element, name) {
  return listElements(element).find((child) => name === "*" || child.localName === name);
}

/**
 * Returns the element at the end of a path of names. Throws an Error where there is none.
 * @param {Element} element
 * @param {string[]} names
 */
export function getChild(element, ...names) {
  return names.reduce((parent, name) => {
    const child = findChild(parent, name);
    if (child === undefined) throw new Error(`${parent.localName} has no ${name}`);
    return child;
  }, element);
}

/**
 * Returns an attribute. Throws an Error where there is none.
 * @param {Element} element
 * @param {string} name
 */
export function getAttribute(element, name) {
  const value = element.getAttribute(name);
  if (value === null) throw new Error(`${element.localName} has no attribute ${name}`);
  return value;
}

/**
 * Returns the namespace prefix of a name of XQueryX; empty without one.
 * @param {Element} name
 */
export function getPrefix(name) {
  return name.getAttributeNS(name.namespaceURI, "prefix") ?? "";
}

/**
 * A step of a path. `filter` is its expression where it is not an axis; `axis` is empty then.
 * @typedef {{ element: Element, axis: string, filter: Element | undefined,
 * predicates: readonly Element[] }} Step
 */

/**
 * @param {Element} element
 * @returns {Step}
 */
export function toStep(element) {
  const predicates = findChild(element, "predicates");
  return {
    element,
    axis: findChild(element, "xpathAxis")?.textContent ?? "",
    filter: findChild(element, "filterExpr"),
    predicates: predicates === undefined ? [] : listElements(predicates),
  };
}

/**
 * Returns true if position() or last() occurs in a predicate, other than in a predicate inside it.
 * @param {Element} element
 * @returns {boolean}
 */
export function callsPosition(element) {
  if (element.localName === "functionName") {
    return ["position", "last"].includes(element.textContent);
  }
  return listElements(element).some(
    (child) => child.localName !== "predicates" && callsPosition(child),
  );
}
