import type { XmlAttribute, XmlElement, XmlNode, XmlRoot, XmlText } from "../xml/tree.ts";

/** Matches nodes in a step: a name, `*` for any element, `prefix:*`, `text()` or `node()`. */
type NodeTest = string;

/** Nodes in document order, each once. */
type Nodes = readonly XmlNode[];

/** Steps whose results may repeat or run against document order. */
type Axis = (node: XmlNode, test: NodeTest) => Nodes;

function matches(node: XmlNode, test: NodeTest): boolean {
  if (node.kind === "element") {
    if (test === "*" || test === "node()" || node.name === test) return true;
    return test.endsWith(":*") && node.name.startsWith(test.slice(0, -1));
  }
  return test === "node()" || (node.kind === "text" && test === "text()");
}

/** Returns the children of a node that match. */
export function getChildren(node: XmlNode, test: NodeTest): XmlNode[] {
  if (node.kind !== "element" && node.kind !== "root") return [];
  const result: XmlNode[] = [];
  for (const child of node.children) {
    if ((child.kind === "element" && child.name === test) || matches(child, test)) {
      result.push(child);
    }
  }
  return result;
}

/** Returns the attribute of a name, or with `*` all. */
export function getAttributes(node: XmlNode, test: NodeTest): XmlAttribute[] {
  if (node.kind !== "element") return [];
  return test === "*"
    ? node.attributes
    : node.attributes.filter((attribute) => attribute.name === test);
}

export function getParent(node: XmlNode, test: NodeTest): XmlNode[] {
  return node.parent !== undefined && matches(node.parent, test) ? [node.parent] : [];
}

export function getSelf(node: XmlNode, test: NodeTest): XmlNode[] {
  return matches(node, test) ? [node] : [];
}

/** Returns the document of a node. */
export function getRoot(node: XmlNode): XmlRoot {
  let root = node;
  while (root.kind !== "root") root = root.parent;
  return root;
}

/** Returns the elements above a node, outermost first. */
export function getAncestors(node: XmlNode, test: NodeTest): XmlNode[] {
  const result: XmlNode[] = [];
  for (let above = node.parent; above !== undefined; above = above.parent) {
    if (matches(above, test)) result.unshift(above);
  }
  return result;
}

/** Returns the matching nodes below a node, in document order. */
export function getDescendants(node: XmlNode, test: NodeTest): XmlNode[] {
  const isName = !test.includes("*") && !test.includes("(");
  if (node.kind === "root" && isName) return node.byName.get(test) ?? [];
  return collectBelow(node, test, []);
}

function collectBelow(node: XmlNode, test: NodeTest, result: XmlNode[]): XmlNode[] {
  if (node.kind !== "element" && node.kind !== "root") return result;
  for (const child of node.children) {
    if (matches(child, test)) result.push(child);
    if (child.kind === "element") collectBelow(child, test, result);
  }
  return result;
}

/** All nodes of documents. Kept, because a set of rules goes through them dozens of times. */
const allNodes = new WeakMap<XmlRoot, XmlNode[]>();

/** Returns the matching nodes of the tree, the node itself included. */
export function getDescendantsOrSelf(node: XmlNode, test: NodeTest): XmlNode[] {
  if (node.kind !== "root" || test !== "node()")
    return collectBelow(node, test, matches(node, test) ? [node] : []);
  const nodes = allNodes.get(node) ?? collectBelow(node, test, [node]);
  allNodes.set(node, nodes);
  return nodes;
}

function getSiblings(node: XmlNode): (XmlElement | XmlText)[] {
  return node.parent === undefined || node.kind === "attribute" ? [] : node.parent.children;
}

export function getPrecedingSiblings(node: XmlNode, test: NodeTest): XmlNode[] {
  return getSiblings(node).filter(
    (sibling) => sibling.order < node.order && matches(sibling, test),
  );
}

export function getFollowingSiblings(node: XmlNode, test: NodeTest): XmlNode[] {
  return getSiblings(node).filter(
    (sibling) => sibling.order > node.order && matches(sibling, test),
  );
}

/** Returns the matching nodes before a node, without those above it. */
export function getPreceding(node: XmlNode, test: NodeTest): XmlNode[] {
  const above = new Set(getAncestors(node, "node()"));
  return getDescendants(getRoot(node), test).filter(
    (before) => before.order < node.order && !above.has(before),
  );
}

/** Takes a step from every node. The axis reaches no node from two of them, in document order. */
export function step(nodes: Nodes, axis: Axis, test: NodeTest): Nodes {
  const [only] = nodes;
  if (only === undefined) return nodes;
  if (nodes.length === 1) return axis(only, test);
  const result: XmlNode[] = [];
  for (const node of nodes) for (const reached of axis(node, test)) result.push(reached);
  return result;
}

/** Sorts nodes into document order and drops repeated ones. Nearly all come in that order. */
export function sortNodes(nodes: Nodes): Nodes {
  if (nodes.every(({ order }, index) => order > (nodes[index - 1]?.order ?? -1))) return nodes;
  return [...new Set(nodes)].sort((left, right) => left.order - right.order);
}
