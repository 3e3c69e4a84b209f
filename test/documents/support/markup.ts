import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Every element of a document, in order, as a browser would build it. */
export function listElements(markup: string): Element[] {
  return [...descend(parse(markup))];
}

function* descend(node: Node): Generator<Element> {
  if ("tagName" in node) yield node;
  if ("childNodes" in node) for (const child of node.childNodes) yield* descend(child);
}

/** The text that a reader sees in an element, white space collapsed. */
export function getText(node: Node): string {
  return getTextWithin(node).replaceAll(/\s+/g, " ").trim();
}

function getTextWithin(node: Node): string {
  if ("value" in node && node.nodeName === "#text") return node.value;
  return "childNodes" in node ? node.childNodes.map(getTextWithin).join("") : "";
}

/** The value of an attribute. */
export function getAttribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value;
}
