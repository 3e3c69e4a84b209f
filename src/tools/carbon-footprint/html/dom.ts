import { type DefaultTreeAdapterTypes, defaultTreeAdapter, Parser, type TreeAdapter } from "parse5";
import { MAX_NODES } from "../worker/op-budget.ts";

export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.ParentNode;

/** Maximum depth, as in browsers, because the work of a parser grows with depth times elements. */
const MAX_DEPTH = 512;
/**
 * Maximum children that are searched for insertion points, because misplaced nodes in tables search
 * all siblings.
 */
const MAX_SEARCHED_CHILDREN = 100_000_000;

export interface ParsedPage {
  root: DefaultTreeAdapterTypes.Document;
  /** False if the page was too deep or too long to be parsed to its end. */
  complete: boolean;
  /** Elements and comments of the page. */
  nodes: number;
}

/** Parses HTML as a browser with scripting does, up to the limits on depth and nodes. */
export function parsePage(html: string, maxNodes = MAX_NODES): ParsedPage {
  const budget: ParseBudget = {
    depth: MAX_DEPTH,
    nodes: maxNodes,
    searched: MAX_SEARCHED_CHILDREN,
  };
  const parser = new Parser({ treeAdapter: createBoundedAdapter(budget), scriptingEnabled: true });
  const complete = parseToEnd(parser, html);
  return { root: parser.document, complete, nodes: maxNodes - budget.nodes };
}

/** Returns false if a limit ended the parser. */
function parseToEnd(
  parser: Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>,
  html: string,
): boolean {
  try {
    parser.tokenizer.write(html, true);
    return true;
  } catch (error) {
    if (error instanceof ParseLimitError) return false;
    throw error;
  }
}

/** Remaining limits of a document. */
interface ParseBudget {
  depth: number;
  nodes: number;
  searched: number;
}

/**
 * Wraps parse5's default adapter. Its methods throw ParseLimitError once a limit of the budget is
 * exceeded.
 */
function createBoundedAdapter(
  budget: ParseBudget,
): TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  const spend = (resource: keyof ParseBudget, count = 1) => {
    budget[resource] -= count;
    if (budget[resource] < 0) throw new ParseLimitError();
  };
  return {
    ...defaultTreeAdapter,
    onItemPush: () => spend("depth"),
    onItemPop: () => void (budget.depth += 1),
    createElement(...element) {
      spend("nodes");
      return defaultTreeAdapter.createElement(...element);
    },
    createCommentNode(text) {
      spend("nodes");
      return defaultTreeAdapter.createCommentNode(text);
    },
    insertBefore(parent, ...nodes) {
      spend("searched", parent.childNodes.length);
      defaultTreeAdapter.insertBefore(parent, ...nodes);
    },
    insertTextBefore(parent, ...text) {
      spend("searched", parent.childNodes.length);
      defaultTreeAdapter.insertTextBefore(parent, ...text);
    },
    detachNode(node) {
      spend("searched", node.parentNode?.childNodes.length ?? 0);
      defaultTreeAdapter.detachNode(node);
    },
  };
}

class ParseLimitError extends Error {}

/** Returns an attribute of an element, or undefined if the element does not have it. */
export function getAttribute(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((entry) => entry.name === name)?.value;
}

/** Returns true when a node is an element. */
export function isElement(node: HtmlNode): node is HtmlElement {
  return "tagName" in node;
}

/** Iterates over the elements below a node in document order, without the contents of templates. */
export function* listElements(root: HtmlNode): Generator<HtmlElement> {
  // Uses an explicit stack instead of recursion, so that the call stack does not limit the depth.
  const stack: HtmlNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isElement(node)) yield node;
    if (!("childNodes" in node)) continue;
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
      const child = node.childNodes[index];
      if (child) stack.push(child);
    }
  }
}

/** Returns the text of an element without that of its descendants. */
export function getOwnText(element: HtmlElement): string {
  return element.childNodes.map((node) => ("value" in node ? node.value : "")).join("");
}
