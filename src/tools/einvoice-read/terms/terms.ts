import { DOCUMENT_TERMS, SETTLEMENT_TERMS } from "./document-table.ts";
import { LINE_TERMS } from "./line-table.ts";
import { parseTerms } from "./parse-terms.ts";
import { PARTY_TERMS } from "./party-table.ts";
import type { Term, TermGroup } from "./term.ts";

/** All terms and groups of EN 16931 in its order, with their places in UBL 2.1 and CII D16B. */
export const TERMS: readonly (Term | TermGroup)[] = parseTerms(
  DOCUMENT_TERMS + PARTY_TERMS + SETTLEMENT_TERMS + LINE_TERMS,
);
