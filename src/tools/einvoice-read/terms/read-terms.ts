import { selectNodes } from "../xml/select.ts";
import { getText, type XmlAttribute, type XmlElement } from "../xml/tree.ts";
import { DOCUMENT_TERMS, SETTLEMENT_TERMS } from "./document-table.ts";
import { LINE_TERMS } from "./line-table.ts";
import { parseTerms } from "./parse-terms.ts";
import { PARTY_TERMS } from "./party-table.ts";
import { isGroup, type Term, type TermGroup } from "./term.ts";

/** Names of CII D16B that are others in ZUGFeRD 1. */
const RENAMED: readonly (readonly [name: RegExp, first: string])[] = [
  [/\bFormattedIssueDateTime\/qdt:DateTimeString\b/g, "IssueDateTime"],
  [/\bExchangedDocumentContext\b/g, "SpecifiedExchangedDocumentContext"],
  [/\bExchangedDocument\b/g, "HeaderExchangedDocument"],
  [/\bSupplyChainTradeTransaction\b/g, "SpecifiedSupplyChainTradeTransaction"],
  [/\bApplicableHeaderTrade/g, "ApplicableSupplyChainTrade"],
  [/\bSpecifiedLineTrade/g, "SpecifiedSupplyChainTrade"],
  [/\bSpecifiedTradeSettlement(?:Header|Line)Monetary/g, "SpecifiedTradeSettlementMonetary"],
  [/\bRateApplicablePercent\b/g, "ApplicablePercent"],
  [/\bIssuerAssignedID\b/g, "ID"],
];

const translated = new Map<string, string>();

/** The two syntaxes of EN 16931, and that of ZUGFeRD 1. */
export type Syntax = "ubl" | "cii" | "zugferd1";

/** A value of a document, with the term that it is of. */
export interface TermValue {
  term: Term;
  /** Text without outer spaces; days as `YYYY-MM-DD`. */
  value: string;
  node: XmlElement | XmlAttribute;
  /** Values of the term's attributes that the document has. */
  attributes: readonly { id: string; name: string; value: string }[];
}

/** A group of a document that has at least one value. */
export interface GroupValue {
  group: TermGroup;
  members: readonly (TermValue | GroupValue)[];
  node: XmlElement;
}

/** All terms and groups of EN 16931 in its order, with their places in UBL 2.1 and CII D16B. */
const TERMS: readonly (Term | TermGroup)[] = parseTerms(
  DOCUMENT_TERMS + PARTY_TERMS + SETTLEMENT_TERMS + LINE_TERMS,
);

/** Returns all values of a document in the order of EN 16931. */
export function readTerms(root: XmlElement, syntax: Syntax): (TermValue | GroupValue)[] {
  return readMembers(TERMS, root, syntax);
}

function readMembers(
  members: readonly (Term | TermGroup)[],
  node: XmlElement,
  syntax: Syntax,
): (TermValue | GroupValue)[] {
  return members.flatMap((member): (TermValue | GroupValue)[] =>
    isGroup(member) ? readGroup(member, node, syntax) : readTerm(member, node, syntax),
  );
}

function readGroup(group: TermGroup, parent: XmlElement, syntax: Syntax): GroupValue[] {
  return selectNodes(parent, getPath(group, syntax)).flatMap((node) => {
    if (node.kind !== "element") return [];
    const members = readMembers(group.members, node, syntax);
    return members.length === 0 ? [] : [{ group, members, node }];
  });
}

function readTerm(term: Term, parent: XmlElement, syntax: Syntax): TermValue[] {
  return selectNodes(parent, getPath(term, syntax)).flatMap((node) => {
    const text = getText(node).trim();
    if (text === "") return [];
    const value = term.kind === "date" ? toDay(text) : text;
    return [{ term, value, node, attributes: readAttributes(term, node) }];
  });
}

function getPath({ ubl, cii }: Pick<Term, "ubl" | "cii">, syntax: Syntax): string {
  if (syntax === "ubl") return ubl;
  return syntax === "cii" ? cii : toZugferd1Path(cii);
}

function readAttributes(
  { attributes = [] }: Term,
  node: XmlElement | XmlAttribute,
): TermValue["attributes"] {
  if (node.kind !== "element") return [];
  return attributes.flatMap(({ id, name, attribute }) =>
    selectNodes(node, `@${attribute}`).map(({ kind, ...found }) => ({
      id,
      name,
      value: kind === "attribute" && "value" in found ? found.value : "",
    })),
  );
}

/** Turns CII's `20260302` and ZUGFeRD 1's `2026-03-02T00:00:00` into `2026-03-02`. */
function toDay(text: string): string {
  return text.replace(/^(\d{4})-?(\d\d)-?(\d\d)(?:T00:00:00)?$/, "$1-$2-$3");
}

/** Returns the path in ZUGFeRD 1 of a path in CII D16B, which grew out of it. */
function toZugferd1Path(path: string): string {
  let result = translated.get(path);
  if (result === undefined) {
    result = RENAMED.reduce((text, [name, first]) => text.replace(name, first), path);
    translated.set(path, result);
  }
  return result;
}
