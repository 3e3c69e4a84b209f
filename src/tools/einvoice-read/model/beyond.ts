import type { GroupValue, TermValue } from "../terms/read-terms.ts";
import { getText, locate, type XmlElement, type XmlNode, type XmlRoot } from "../xml/tree.ts";
import { Ledger } from "./ledger.ts";

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
function describeValue(value: TermValue, ledger: Ledger): Beyond[] {
  const { term, node } = value;
  const content = term.kind === "binary" ? `${value.value.length} characters` : value.value;
  const values = ledger.used.has(value)
    ? []
    : [describe({ id: term.id, name: term.name, value: content, node })];
  const attributes = ledger.usedAttributes.has(value)
    ? []
    : value.attributes.map((attribute) => describe({ ...attribute, node }));
  return [...values, ...attributes];
}

/** Returns a value and its attributes as far as the request has them. */
export function describeUsed(value: TermValue, { usedAttributes }: Ledger): Beyond[] {
  const entries = describeValue(value, NOTHING_USED);
  return usedAttributes.has(value) ? entries : entries.slice(0, 1);
}

const NOTHING_USED = new Ledger();

interface Described {
  id: string | null;
  name: string;
  value: string;
  node: XmlNode;
}

function describe({ id, name, value, node }: Described): Beyond {
  return { term: id, name, value: value.slice(0, MAX_VALUE_LENGTH), location: locate(node) };
}

function* listUnread(element: XmlElement, read: ReadonlySet<XmlNode>): Generator<XmlElement> {
  if (read.has(element)) return;
  const children = element.children.filter((child) => child.kind === "element");
  const text = children.length === 0 ? getText(element).trim() : "";
  if (text !== "" && !isStructure(element, text)) yield element;
  for (const child of children) yield* listUnread(child, read);
}

/** Codes of references that are terms of their own, and of supporting documents. */
const REFERENCE_TYPES = new Set(["50", "130", "916"]);

/** Returns true for a text that the terms around it imply: allowance or charge, or VAT. */
function isStructure({ name, parent }: XmlElement, text: string): boolean {
  const parentName = parent.kind === "root" ? "" : parent.name;
  if (name === "cbc:ChargeIndicator" || parentName === "ram:ChargeIndicator") return true;
  if (name === "cbc:DocumentTypeCode") return REFERENCE_TYPES.has(text);
  if (parentName === "cac:TaxScheme") return text === "VAT" || isOfParty(parent);
  if (name !== "ram:TypeCode") return false;
  if (parentName === "ram:AdditionalReferencedDocument") return REFERENCE_TYPES.has(text);
  return /^ram:(?:Applicable|Category)TradeTax$/.test(parentName) && text === "VAT";
}

/** Other schemes are those of the seller's further tax number (BT-32). */
function isOfParty({ parent }: XmlElement | XmlRoot): boolean {
  return parent?.kind === "element" && parent.name === "cac:PartyTaxScheme";
}
