/** The document itself, parent of the root element. */
export interface XmlRoot {
  kind: "root";
  parent: undefined;
  order: 0;
  children: XmlElement[];
  /** Elements by name, each list in document order. */
  byName: Map<string, XmlElement[]>;
  /** Prefixes of names by namespace. */
  prefixes: Prefixes;
}

export interface XmlElement {
  kind: "element";
  /** With the usual prefix of its namespace (`cbc:ID`), whatever the document's own prefix is. */
  name: string;
  parent: XmlElement | XmlRoot;
  /** Place in document order, among elements, attributes and texts. */
  order: number;
  /** Line of the end of the start tag's name, from 1. */
  line: number;
  children: (XmlElement | XmlText)[];
  attributes: XmlAttribute[];
}

/** A run of character data. */
export interface XmlText {
  kind: "text";
  parent: XmlElement;
  order: number;
  value: string;
}

/** An attribute. Declarations of namespaces are none. */
export interface XmlAttribute {
  kind: "attribute";
  name: string;
  parent: XmlElement;
  order: number;
  value: string;
}

/** Any node. Comments and processing instructions are dropped. */
export type XmlNode = XmlRoot | XmlElement | XmlText | XmlAttribute;

type Prefixes = ReadonlyMap<string, string>;

/** Usual prefixes by namespace, in names and locations. */
export const PREFIXES: Prefixes = new Map([
  ["urn:oasis:names:specification:ubl:schema:xsd:Invoice-2", "ubl"],
  ["urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2", "cn"],
  ["urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2", "cac"],
  ["urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2", "cbc"],
  ["urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2", "ext"],
  ["urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100", "rsm"],
  ["urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100", "ram"],
  ["urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100", "udt"],
  ["urn:un:unece:uncefact:data:standard:QualifiedDataType:100", "qdt"],
  ["http://www.w3.org/2001/XMLSchema-instance", "xsi"],
  ["http://www.w3.org/XML/1998/namespace", "xml"],
]);

const ZUGFERD1 = "urn:ferd:CrossIndustryDocument:invoice:1p0";

/** Usual prefixes in ZUGFeRD 1, whose namespaces are earlier versions of those of CII. */
export const ZUGFERD1_PREFIXES: Prefixes = new Map([
  [ZUGFERD1, "rsm"],
  ["urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:12", "ram"],
  ["urn:un:unece:uncefact:data:standard:UnqualifiedDataType:15", "udt"],
]);

/** Returns the prefixes of a document by the namespace of its root element. */
export function choosePrefixes(namespace: string): Prefixes {
  return namespace === ZUGFERD1 ? ZUGFERD1_PREFIXES : PREFIXES;
}

/**
 * Returns the name of an element or attribute: `cbc:ID`, `schemeID`, or `{urn:x}ID` in any other
 * namespace.
 */
export function toName(namespace: string, local: string, prefixes = PREFIXES): string {
  if (namespace === "") return local;
  const prefix = prefixes.get(namespace);
  return prefix === undefined ? `{${namespace}}${local}` : `${prefix}:${local}`;
}

/** Returns the text of a node and of all elements in it. */
export function getText(node: XmlNode): string {
  if (node.kind === "text" || node.kind === "attribute") return node.value;
  const [first] = node.children;
  if (first === undefined) return "";
  if (node.children.length === 1 && first.kind === "text") return first.value;
  let text = "";
  for (const child of node.children) text += getText(child);
  return text;
}

/**
 * Returns an absolute XPath that selects exactly this node:
 * `/ubl:Invoice/cac:InvoiceLine[2]/cbc:ID`.
 */
export function locate(node: XmlNode): string {
  if (node.kind === "root") return "/";
  const parent = node.parent.kind === "root" ? "" : locate(node.parent);
  if (node.kind === "attribute") return `${parent}/@${formatStep(node.name)}`;
  if (node.kind === "text") return `${parent}/text()`;
  const position = getPosition(node);
  return `${parent}/${formatStep(node.name)}${position === undefined ? "" : `[${position}]`}`;
}

type Positions = ReadonlyMap<XmlElement, number>;

/** Positions of children. Kept, because thousands of siblings may each be located. */
const positionsByParent = new WeakMap<XmlElement | XmlRoot, Positions>();

/** Returns the position of an element among those of its name; undefined where it is alone. */
function getPosition(element: XmlElement): number | undefined {
  const positions = positionsByParent.get(element.parent) ?? listPositions(element.parent);
  positionsByParent.set(element.parent, positions);
  return positions.get(element);
}

function listPositions({ children }: XmlElement | XmlRoot): Positions {
  const byName = new Map<string, XmlElement[]>();
  for (const child of children) {
    if (child.kind !== "element") continue;
    const siblings = byName.get(child.name);
    if (siblings) siblings.push(child);
    else byName.set(child.name, [child]);
  }
  const shared = [...byName.values()].filter(({ length }) => length > 1);
  return new Map(
    shared.flatMap((siblings) => siblings.map((sibling, index) => [sibling, index + 1] as const)),
  );
}

/** Writes a name in another namespace in the form that XPath 1 and 2 both read. */
function formatStep(name: string): string {
  const match = /^\{(.*)\}(.*)$/s.exec(name);
  if (match === null) return name;
  const [, namespace = "", local = ""] = match;
  // A valid URI has apostrophes, but no quotation marks.
  const quote = namespace.includes("'") ? '"' : "'";
  return `*[local-name()='${local}' and namespace-uri()=${quote}${namespace}${quote}]`;
}
