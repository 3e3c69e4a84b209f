import { type DefaultTreeAdapterTypes, defaultTreeAdapter, Parser, type TreeAdapter } from "parse5";

/** An element of a page. */
export type Element = DefaultTreeAdapterTypes.Element;
/** A node of a page. */
export type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.ParentNode;

/** Browsers flatten past 512 as well; a parser's work grows with the product of depth and elements. */
const MOST_DEPTH = 512;
const MOST_ELEMENTS = 100_000;

/** A parsed page; `complete` is false where it was too deep or too long to be read to its end. */
export interface ParsedPage {
  root: DefaultTreeAdapterTypes.Document;
  complete: boolean;
}

/** Parses HTML as a browser with scripts on would, as far as its bounds let it. */
export function parsePage(html: string): ParsedPage {
  let depth = 0;
  let elements = 0;
  const adapter: TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    onItemPush: () => {
      depth += 1;
      elements += 1;
      if (depth > MOST_DEPTH || elements > MOST_ELEMENTS) throw new PastBounds();
    },
    onItemPop: () => void (depth -= 1),
  };
  const parser = new Parser({ treeAdapter: adapter, scriptingEnabled: true });
  try {
    parser.tokenizer.write(html, true);
    return { root: parser.document, complete: true };
  } catch (error) {
    if (error instanceof PastBounds) return { root: parser.document, complete: false };
    throw error;
  }
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
