import type { Field } from "../form/field.ts";
import { isVisible, type Values } from "../form/values.ts";
import type { SavedParty } from "./saved-parties.ts";

/** Members of a party that the forms of all tools name alike. */
const MEMBERS = new Set(
  `name email phone website address contactName street street2 postalCode city region countryCode
   vatId registrationId taxNumber electronicAddress.scheme electronicAddress.id`.split(/\s+/),
);

/** The names of a form's members, which decide whose name `name` is. */
type Names = ReadonlySet<string>;

/** Members that other tools name otherwise, or put together. */
const DERIVED: Readonly<Record<string, (members: Values, names: Names) => string | undefined>> = {
  // A contact is a person of a company, and the owner of an account may have another name.
  name: (members, names) =>
    (names.has("organization") && members["contactName"]) ||
    (names.has("iban") && members["payment.accountName"]) ||
    members["name"],
  organization: ({ contactName, name }) => (contactName ? name : ""),
  address: (members, names) =>
    members["address"] || (names.has("street") ? "" : formatAddress(members)),
  phones: ({ phone }) => phone,
  number: ({ phone }) => phone,
  emails: ({ email }) => email,
  url: ({ website }) => website && (website.includes(":") ? website : `https://${website}`),
  iban: (members) => members["payment.iban"],
  bic: (members) => members["payment.bic"],
  upiId: (members) => members["payment.upiId"],
};

/** Returns the lines of an address that was entered in parts. */
function formatAddress(members: Values): string {
  const { street, street2, postalCode, city, region, countryCode } = members;
  const town = [postalCode, city].filter(Boolean).join(" ");
  return [street, street2, town, region, countryCode].filter(Boolean).join("\n");
}

interface PartyTarget {
  field: Field;
  /** The path of the object or of the text. */
  path: string;
  party: SavedParty;
}

/**
 * Returns a form with a saved party in an object: each visible member that parties have gets the
 * party's text, or none. A text gets the party's name.
 */
export function withParty(values: Values, { field, path, party }: PartyTarget): Values {
  if (!field.fields) return { ...values, [path]: party.name };
  const names = listNames(field.fields, values, `${path}.`);
  const entries = [...names]
    .filter((name) => MEMBERS.has(name) || name in DERIVED)
    .map((name) => [
      `${path}.${name}`,
      (DERIVED[name] ? DERIVED[name](party.members, names) : party.members[name]) ?? "",
    ]);
  return { ...values, ...Object.fromEntries(entries) };
}

/** Returns true where an object shows members of a party, as a code for a Wi-Fi does not. */
export function hasMembers(field: Field, path: string, values: Values): boolean {
  if (!field.fields) return true;
  const names = listNames(field.fields, values, `${path}.`);
  return names.has("name") || names.has("number");
}

function listNames(fields: readonly Field[], values: Values, path: string): Set<string> {
  const visible = fields.filter((field) => isVisible(field, values, path + field.name));
  return new Set(
    visible.flatMap(({ name, fields: members = [] }) =>
      members.length > 0 ? members.map((member) => `${name}.${member.name}`) : [name],
    ),
  );
}
