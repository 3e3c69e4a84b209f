import type { Values } from "../form/values.ts";
import { DETAILS_KEY, OLD_DETAILS_KEY } from "./details-key.ts";
import { tryParseJson } from "../../lib/text/parse-json.ts";
import { readStored, readStoredList, writeStored } from "../shell/storage.ts";

/** A sender is one of the user's own companies. */
export type PartyRole = "sender" | "client";

/** A party that the device keeps. */
export interface SavedParty {
  role: PartyRole;
  name: string;
  /**
   * The members that the invoice has of a party, by their paths inside it. Of a sender also those
   * of the payment (`payment.iban`), `logo` and `accentColor`.
   */
  members: Values;
}

/** The stored form of the parties, the most recent first. */
interface Details {
  version: 1;
  parties: SavedParty[];
}

/** Maximum saved parties; the oldest are dropped. */
const MAX_PARTIES = 500;

/** Returns the parties that the device keeps, the most recent first. */
export function listParties(role: PartyRole): SavedParty[] {
  return (parseDetails(readStored(DETAILS_KEY)) ?? readOldParties()).filter(
    (party) => party.role === role,
  );
}

/** Keeps parties in place of those with the same names. Returns false when the storage is full. */
export function saveParties(parties: readonly SavedParty[]): boolean {
  const text = readStored(DETAILS_KEY);
  const stored = parseDetails(text) ?? readOldParties();
  // Those of a later version are left alone.
  if (text !== null && parseDetails(text) === undefined) return false;
  return writeParties(joinParties(parties, stored));
}

export function removeParty(party: SavedParty): void {
  const stored = [...listParties("sender"), ...listParties("client")];
  writeParties(stored.filter((saved) => !isSameParty(saved, party)));
}

/** Keeps a party in the place of the one that it was, or as the first. */
export function replaceParty(before: SavedParty | undefined, party: SavedParty): boolean {
  const stored = [...listParties("sender"), ...listParties("client")];
  const at = before ? stored.findIndex((saved) => isSameParty(saved, before)) : -1;
  if (at === -1) return saveParties([party]);
  const others = stored.filter((saved, index) => index === at || !isSameParty(saved, party));
  return writeParties(
    others.map((saved) => (before && isSameParty(saved, before) ? party : saved)),
  );
}

/** Returns stored details with those of a file, which replace parties of the same names. */
export function mergeDetails(stored: string | null, imported: string): string | null {
  const parties = parseDetails(imported);
  if (!parties) return stored;
  return formatDetails(joinParties(parties, parseDetails(stored) ?? []));
}

function joinParties(
  first: readonly SavedParty[],
  others: readonly SavedParty[],
): readonly SavedParty[] {
  const kept = others.filter((saved) => !first.some((party) => isSameParty(saved, party)));
  return [...first, ...kept].slice(0, MAX_PARTIES);
}

function writeParties(parties: readonly SavedParty[]): boolean {
  writeStored(OLD_DETAILS_KEY, null);
  return writeStored(DETAILS_KEY, parties.length === 0 ? null : formatDetails(parties));
}

function formatDetails(parties: readonly SavedParty[]): string {
  return JSON.stringify({ version: 1, parties });
}

/** Parses stored details, without parties of another shape; undefined for another version. */
function parseDetails(text: string | null): SavedParty[] | undefined {
  const details = tryParseJson(text ?? "") as Partial<Details> | null | undefined;
  if (details?.version !== 1 || !Array.isArray(details.parties)) return undefined;
  return details.parties.filter(isParty);
}

function isParty(item: Partial<SavedParty> | null): item is SavedParty {
  const { role, name, members } = item ?? {};
  return (
    (role === "sender" || role === "client") &&
    typeof name === "string" &&
    typeof members === "object" &&
    Object.values(members ?? {}).every((text) => typeof text === "string")
  );
}

function readOldParties(): SavedParty[] {
  return readStoredList(OLD_DETAILS_KEY, isOldParty).map(({ role, name, form }) => ({
    role: role === "from" ? "sender" : "client",
    name,
    members: Object.fromEntries(new URLSearchParams(form)),
  }));
}

/** A party of the old address book, with its members as the text of a form. */
interface OldParty {
  role: string;
  name: string;
  form: string;
}

function isOldParty(item: unknown): item is OldParty {
  const { role, name, form } = (item ?? {}) as Partial<OldParty>;
  return [role, name, form].every((member) => typeof member === "string");
}

export function isSameParty(left: SavedParty, right: SavedParty): boolean {
  return left.role === right.role && left.name === right.name;
}

/**
 * Returns the text that distinguishes parties of the same name: their email, else the first line of
 * the address.
 */
export function describeParty({ members }: SavedParty): string {
  return members["email"] || (members["address"] || members["city"] || "").split("\n", 1)[0] || "";
}
