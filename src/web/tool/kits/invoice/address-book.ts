import { toText, type Values } from "../../../form/values.ts";
import { isRemembering } from "../../storage.ts";
import type { ToolView } from "../../view.ts";
import { readStoredList, writeStored } from "../../../shell/storage.ts";

/** Sender or customer. */
type PartyRole = "from" | "to";

/** A party as the address book keeps it. */
export interface SavedParty {
  role: PartyRole;
  name: string;
  /** Its part of the form as text, without the role. */
  form: string;
}

/** Maximum saved parties; the oldest are dropped. */
const MAX_PARTIES = 40;

const bookKey = ({ name }: ToolView) => `sundry:parties:${name}`;

/**
 * Returns the parties that the device remembers, the most recent first, without entries of another
 * shape.
 */
export function listParties(view: ToolView): SavedParty[] {
  return readStoredList(bookKey(view), isParty);
}

/** Remembers sender and customer of an invoice, in place of those with the same names. */
export function rememberParties(view: ToolView, values: Values): void {
  if (!isRemembering(view)) return;
  const parties = (["from", "to"] as const).map((role) => toParty(values, role));
  const named = parties.filter(({ name }) => name !== "");
  const others = listParties(view).filter((saved) => !named.some((party) => isSame(saved, party)));
  writeParties(view, [...named, ...others].slice(0, MAX_PARTIES));
}

/** Removes a party from the address book. */
export function forgetParty(view: ToolView, party: SavedParty): void {
  writeParties(
    view,
    listParties(view).filter((saved) => !isSame(saved, party)),
  );
}

/** Returns the form with a party of the address book in its role. */
export function withParty(values: Values, { role, form }: SavedParty): Values {
  const others = Object.entries(values).filter(([path]) => !path.startsWith(`${role}.`));
  const members = [...new URLSearchParams(form)].map(([path, text]) => [`${role}.${path}`, text]);
  return Object.fromEntries([...others, ...members]) as Values;
}

function toParty(values: Values, role: PartyRole): SavedParty {
  const members = Object.entries(values).flatMap(([path, text]) =>
    path.startsWith(`${role}.`) ? [[path.slice(role.length + 1), text] as const] : [],
  );
  const form = toText(Object.fromEntries(members));
  return { role, name: (values[`${role}.name`] ?? "").trim(), form };
}

function isParty(item: unknown): item is SavedParty {
  const { role, name, form } = (item ?? {}) as Partial<SavedParty>;
  return [role, name, form].every((member) => typeof member === "string");
}

function isSame(left: SavedParty, right: SavedParty): boolean {
  return left.role === right.role && left.name === right.name;
}

function writeParties(view: ToolView, parties: readonly SavedParty[]): void {
  writeStored(bookKey(view), parties.length === 0 ? null : JSON.stringify(parties));
}
