import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Returns every element of a document, in order, parsed as browsers do. */
export function listElements(markup: string): Element[] {
  return [...descend(parse(markup))];
}

function* descend(node: Node): Generator<Element> {
  if ("tagName" in node) yield node;
  if ("childNodes" in node) for (const child of node.childNodes) yield* descend(child);
}

/** Returns the text of an element with collapsed white space. */
export function getText(node: Node): string {
  return getTextWithin(node).replaceAll(/\s+/g, " ").trim();
}

function getTextWithin(node: Node): string {
  if ("value" in node && node.nodeName === "#text") return node.value;
  return "childNodes" in node ? node.childNodes.map(getTextWithin).join("") : "";
}

/** Returns the value of an attribute. */
export function getAttribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value;
}
