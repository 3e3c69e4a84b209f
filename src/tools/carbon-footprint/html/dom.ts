import { type DefaultTreeAdapterTypes, defaultTreeAdapter, Parser, type TreeAdapter } from "parse5";
import { MAX_NODES } from "../worker/op-budget.ts";

/** An element of a page. */
export type Element = DefaultTreeAdapterTypes.Element;
/** A node of a page. */
export type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.ParentNode;

/** Browsers flatten past 512 as well; a parser's work grows with the product of depth and elements. */
const MAX_DEPTH = 512;
/** Children that are looked through to put a node between them, as what stands misplaced in a table asks for. */
const MAX_SEARCHED = 100_000_000;

/** A parsed page; `complete` is false where it was too deep or too long to be read to its end. */
export interface ParsedPage {
  root: DefaultTreeAdapterTypes.Document;
  complete: boolean;
  /** Elements and comments in it. */
  nodes: number;
}

/** Parses HTML as a browser with scripts on would, as far as its bounds let it. */
export function parsePage(html: string, mostNodes = MAX_NODES): ParsedPage {
  const left = { depth: MAX_DEPTH, nodes: mostNodes, searched: MAX_SEARCHED };
  const parser = new Parser({ treeAdapter: boundedAdapter(left), scriptingEnabled: true });
  const complete = isParsed(parser, html);
  return { root: parser.document, complete, nodes: mostNodes - left.nodes };
}

/** Parses to the end, or to a bound. */
function isParsed(parser: Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>, html: string) {
  try {
    parser.tokenizer.write(html, true);
    return true;
  } catch (error) {
    if (error instanceof PastBounds) return false;
    throw error;
  }
}

/** What a document may still have. */
interface Bounds {
  depth: number;
  nodes: number;
  searched: number;
}

/** Builds parse5's own tree, and throws PastBounds. */
function boundedAdapter(left: Bounds): TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  const take = (what: keyof Bounds, count = 1) => {
    left[what] -= count;
    if (left[what] < 0) throw new PastBounds();
  };
  return {
    ...defaultTreeAdapter,
    onItemPush: () => take("depth"),
    onItemPop: () => void (left.depth += 1),
    createElement(...element) {
      take("nodes");
      return defaultTreeAdapter.createElement(...element);
    },
    createCommentNode(text) {
      take("nodes");
      return defaultTreeAdapter.createCommentNode(text);
    },
    insertBefore(parent, ...nodes) {
      take("searched", parent.childNodes.length);
      defaultTreeAdapter.insertBefore(parent, ...nodes);
    },
    insertTextBefore(parent, ...text) {
      take("searched", parent.childNodes.length);
      defaultTreeAdapter.insertTextBefore(parent, ...text);
    },
    detachNode(node) {
      take("searched", node.parentNode?.childNodes.length ?? 0);
      defaultTreeAdapter.detachNode(node);
    },
  };
}

class PastBounds extends Error {}

/** An element's attribute; undefined where it has none of that name. */
export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((entry) => entry.name === name)?.value;
}

/** Whether a node is an element. */
export function isElement(node: Node): node is Element {
  return "tagName" in node;
}

/** Every element below a node, in document order; templates are closed, and nothing recurses. */
export function* elementsOf(root: Node): Generator<Element> {
  const stack: Node[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isElement(node)) yield node;
    if ("childNodes" in node) {
      for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
        const child = node.childNodes[index];
        if (child) stack.push(child);
      }
    }
  }
}

/** The text directly inside an element. */
export function ownText(element: Element): string {
  return element.childNodes.map((node) => ("value" in node ? node.value : "")).join("");
}
