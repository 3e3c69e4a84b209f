/** How a value is written and shown. */
export type TermKind = "amount" | "binary" | "code" | "date" | "number" | "text";

/** A business term of EN 16931 (BT-…) and where both syntaxes have it, relative to its group. */
export interface Term {
  id: string;
  name: string;
  kind: TermKind;
  /**
   * Paths for `selectNodes`, without prefix for the group's own node. Empty where the syntax has no
   * place.
   */
  ubl: string;
  cii: string;
  /** Terms in attributes of the value, such as the scheme of an identifier. */
  attributes?: readonly TermAttribute[];
}

export interface TermAttribute {
  id: string;
  name: string;
  attribute: string;
}

/** A business group of EN 16931 (BG-…). */
export interface TermGroup extends Pick<Term, "id" | "name" | "ubl" | "cii"> {
  members: readonly (Term | TermGroup)[];
}

export function isGroup<G extends TermGroup>(entry: Term | G): entry is G {
  return "members" in entry;
}
