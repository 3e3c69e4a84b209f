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
  attributes?: readonly { id: string; name: string; attribute: string }[];
}

/** A business group of EN 16931 (BG-…). */
export interface TermGroup {
  id: string;
  name: string;
  ubl: string;
  cii: string;
  members: readonly (Term | TermGroup)[];
}

export function isGroup(entry: Term | TermGroup): entry is TermGroup {
  return "members" in entry;
}

type Paths = readonly [ubl: string, cii: string];

/** Defines a group. The paths start at the enclosing group. */
export function group(
  id: string,
  name: string,
  [ubl, cii]: Paths,
  members: TermGroup["members"],
): TermGroup {
  return { id, name, ubl, cii, members };
}

function define(kind: TermKind) {
  return (id: string, name: string, ubl: string, cii: string): Term => ({
    id,
    name,
    kind,
    ubl,
    cii,
  });
}

export const amount = define("amount");
export const binary = define("binary");
export const code = define("code");
export const date = define("date");
export const number = define("number");
export const text = define("text");

/** Defines an identifier, whose attribute names its scheme. */
export function identifier(
  id: string,
  name: string,
  ubl: string,
  cii: string,
  attribute = "schemeID",
): Term {
  return {
    ...text(id, name, ubl, cii),
    attributes: [{ id: `${id}-1`, name: "Scheme identifier", attribute }],
  };
}
