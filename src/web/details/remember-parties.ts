import type { Values } from "../form/values.ts";
import { listParties, type PartyRole, saveParties, type SavedParty } from "./saved-parties.ts";
import { ACCOUNT_MEMBERS } from "./invoice-members.ts";

/** Saves the sender and client of an invoice. Members that it lacks stay as they were saved. */
export function rememberParties(values: Values): boolean {
  const account = ACCOUNT_MEMBERS.map((name) => [name, values[name] ?? ""] as const);
  const parties = [
    toParty("sender", [...listMembers(values, "from."), ...account]),
    toParty("client", listMembers(values, "to.")),
  ];
  return saveParties(parties.filter(({ name }) => name !== ""));
}

function listMembers(values: Values, path: string): [string, string][] {
  return Object.entries(values).flatMap(([name, text]) =>
    name.startsWith(path) ? [[name.slice(path.length), text]] : [],
  );
}

function toParty(role: PartyRole, entries: readonly (readonly [string, string])[]): SavedParty {
  const filled = entries.filter(([, text]) => text.trim() !== "");
  const name = (filled.find(([member]) => member === "name")?.[1] ?? "").trim();
  const saved = listParties(role).find((party) => party.name === name);
  return { role, name, members: { ...saved?.members, ...Object.fromEntries(filled) } };
}
