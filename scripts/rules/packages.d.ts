// The parts of packages that scripts/rules uses, because they are installed only to compile rules.
declare module "slimdom" {
  export interface Node {
    readonly nodeType: number;
    readonly childNodes: readonly Node[];
    readonly textContent: string;
    remove(): void;
  }
  export interface Element extends Node {
    readonly localName: string;
    readonly namespaceURI: string;
    readonly ownerDocument: Document;
    getAttribute(name: string): string | null;
    getAttributeNS(namespace: string, name: string): string | null;
    replaceChild(node: Node, child: Node): void;
  }
  export interface Text extends Node {
    readonly data: string;
  }
  export class Document {
    readonly documentElement: Element;
    importNode(node: Node, deep: boolean): Node;
  }
  export function parseXmlDocument(text: string): Document;
  export function serializeToWellFormedString(node: Node): string;
}

declare module "fontoxpath" {
  import type { Document, Element } from "slimdom";
  export const evaluateXPath: { XPATH_3_1_LANGUAGE: string };
  export function parseScript(
    script: string,
    options: { language: string; annotateAst: boolean },
    factory: Document,
  ): Element;
}
