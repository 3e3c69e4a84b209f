import type { GroupValue, TermValue } from "../terms/read-terms.ts";
import { getText, locate, type XmlElement, type XmlNode } from "../xml/tree.ts";
import type { Ledger } from "./ledger.ts";

/** A value of a document that its request does not have. */
export interface Beyond {
  /** Null for a value that is not of EN 16931. */
  term: string | null;
  name: string;
  value: string;
  /** XPath that selects exactly one node. */
  location: string;
}

const MAX_ENTRIES = 1000;
const MAX_VALUE_LENGTH = 2000;

/** Lists the values that a request lacks: of terms, then of all other elements with text. */
export function listBeyond(
  root: XmlElement,
  members: readonly (TermValue | GroupValue)[],
  ledger: Ledger,
): Beyond[] {
  const entries: Beyond[] = [];
  const read = new Set<XmlNode>();
  const visit = (member: TermValue | GroupValue): void => {
    if ("group" in member) return member.members.forEach(visit);
    read.add(member.node);
    if (entries.length < MAX_ENTRIES) entries.push(...describeValue(member, ledger));
  };
  members.forEach(visit);
  for (const node of listUnread(root, read)) {
    if (entries.length >= MAX_ENTRIES) break;
    entries.push(describe({ id: null, name: node.name, value: getText(node).trim(), node }));
  }
  return entries;
}

/** Returns a value and its attribute as far as the request lacks them. */
export function describeValue(value: TermValue, ledger: Ledger): Beyond[] {
  const { term, node } = value;
  const content = term.kind === "binary" ? `${value.value.length} characters` : value.value;
  const own = ledger.used.has(value)
    ? []
    : [describe({ id: term.id, name: term.name, value: content, node })];
  const attributes = ledger.usedAttributes.has(value)
    ? []
    : value.attributes.map((attribute) => describe({ ...attribute, node }));
  return [...own, ...attributes];
}

interface Described {
  id: string | null;
  name: string;
  value: string;
  node: XmlNode;
}

function describe({ id, name, value, node }: Described): Beyond {
  return { term: id, name, value: value.slice(0, MAX_VALUE_LENGTH), location: locate(node) };
}

/** Elements that only structure a document and mean nothing else. */
const STRUCTURE = new Set(["cbc:ChargeIndicator", "udt:Indicator", "cbc:DocumentTypeCode"]);

/** Elements that name VAT as the tax, or the type of a reference. */
const NAMES = new Set(["cac:TaxScheme", "ram:ApplicableTradeTax", "ram:CategoryTradeTax"]);

function* listUnread(element: XmlElement, read: ReadonlySet<XmlNode>): Generator<XmlElement> {
  if (read.has(element) || isStructure(element)) return;
  const children = element.children.filter((child) => child.kind === "element");
  if (children.length === 0 && getText(element).trim() !== "") yield element;
  for (const child of children) yield* listUnread(child, read);
}

function isStructure({ name, parent }: XmlElement): boolean {
  if (STRUCTURE.has(name)) return true;
  if (parent.kind === "root") return false;
  if (name === "ram:TypeCode" && parent.name === "ram:AdditionalReferencedDocument") return true;
  return NAMES.has(parent.name) && (name === "cbc:ID" || name === "ram:TypeCode");
}
