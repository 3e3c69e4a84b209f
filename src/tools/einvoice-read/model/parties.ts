import { type Terms, toMembers } from "./ledger.ts";

type Buyer = ReturnType<typeof toBuyer>;

/**
 * Takes the place of an intra-community supply (BG-15) if it is the buyer's address, to which the
 * invoice tool sets it.
 */
export function acceptDeliveryToBuyer(document: Terms, buyer: Buyer): void {
  const [delivery] = document.groups("BG-13");
  const isSupply = document.groups("BG-23").some((group) => group.find("BT-118")?.value === "K");
  if (delivery === undefined || !isSupply) return;
  delivery.accept("BT-70", buyer.name);
  const members: Readonly<Record<string, unknown>> = buyer;
  for (const address of delivery.groups("BG-15")) {
    for (const [id, member] of DELIVER_TO) {
      const value = members[member];
      if (typeof value === "string") address.accept(id, value);
    }
  }
}

/** Terms of BG-15 by the member of a buyer. */
const DELIVER_TO = [
  ["BT-75", "street"],
  ["BT-76", "street2"],
  ["BT-77", "city"],
  ["BT-78", "postalCode"],
  ["BT-79", "region"],
  ["BT-80", "countryCode"],
] as const;

/** Terms of a seller or a buyer. */
interface PartyIds {
  group: string;
  name: string;
  registration: string;
  vatId: string;
  electronicAddress: string;
  addressGroup: string;
  /** Lines 1 to 3, city, post code, subdivision, country. */
  address: readonly [string, string, string, string, string, string, string];
  contactGroup: string;
  /** Contact point, telephone number, email address. */
  contact: readonly [string, string, string];
}

const SELLER: PartyIds = {
  group: "BG-4",
  name: "BT-27",
  registration: "BT-30",
  vatId: "BT-31",
  electronicAddress: "BT-34",
  addressGroup: "BG-5",
  address: ["BT-35", "BT-36", "BT-162", "BT-37", "BT-38", "BT-39", "BT-40"],
  contactGroup: "BG-6",
  contact: ["BT-41", "BT-42", "BT-43"],
};

const BUYER: PartyIds = {
  group: "BG-7",
  name: "BT-44",
  registration: "BT-47",
  vatId: "BT-48",
  electronicAddress: "BT-49",
  addressGroup: "BG-8",
  address: ["BT-50", "BT-51", "BT-163", "BT-52", "BT-53", "BT-54", "BT-55"],
  contactGroup: "BG-9",
  contact: ["BT-56", "BT-57", "BT-58"],
};

/** Returns the seller of a request, with its tax number. */
export function toSeller(document: Terms) {
  const [terms] = document.groups(SELLER.group);
  const seller = toParty(document, SELLER, "from");
  const taxNumber = terms?.text("BT-32", "from.taxNumber");
  // Without another identifier, the number is written as BT-29, too.
  const isAlone = seller.vatId === undefined && seller.registrationId === undefined;
  if (isAlone && taxNumber !== undefined) terms?.accept("BT-29", taxNumber);
  return { ...seller, ...toMembers({ taxNumber }) };
}

export function toBuyer(document: Terms) {
  return toParty(document, BUYER, "to");
}

/** Of the invoice tool. */
const MAX_NAME_LENGTH = 200;
const UNNAMED = "?";

function toParty(document: Terms, ids: PartyIds, path: "from" | "to") {
  const [terms] = document.groups(ids.group);
  if (terms === undefined) return { name: UNNAMED };
  return {
    name: terms.text(ids.name, `${path}.name`, MAX_NAME_LENGTH) ?? UNNAMED,
    ...toMembers({
      registrationId: toRegistration(terms, ids.registration, `${path}.registrationId`),
      vatId: terms.text(ids.vatId, `${path}.vatId`),
      electronicAddress: toScheme(terms, ids.electronicAddress, `${path}.electronicAddress`),
    }),
    ...terms.groups(ids.addressGroup).slice(0, 1).map(toAddress(ids, path))[0],
    ...terms.groups(ids.contactGroup).slice(0, 1).map(toContact(ids, path))[0],
  };
}

function toRegistration(terms: Terms, id: string, path: string) {
  const scheme = terms.attribute(terms.find(id));
  const registration = terms.text(id, path);
  if (registration === undefined) return undefined;
  return scheme === undefined ? registration : { scheme, id: registration };
}

function toScheme(terms: Terms, id: string, path: string) {
  const scheme = terms.attribute(terms.find(id));
  if (scheme === undefined) return undefined;
  return { scheme, id: terms.text(id, path) ?? "" };
}

/** Without a city, the lines are those of a free address. */
function toAddress(
  { address: [line1, line2, line3, city, code, region, country] }: PartyIds,
  path: string,
) {
  return (terms: Terms) => {
    const hasCity = terms.find(city) !== undefined;
    const lines = hasCity
      ? []
      : [line1, line2, line3].flatMap((id) => terms.text(id, `${path}.address`) ?? []);
    return toMembers({
      address: lines.length > 0 ? lines.join("\n") : undefined,
      street: terms.text(line1, `${path}.street`),
      street2: terms.text(line2, `${path}.street2`),
      city: terms.text(city, `${path}.city`),
      postalCode: terms.text(code, `${path}.postalCode`),
      region: terms.text(region, `${path}.region`),
      countryCode: terms.text(country, `${path}.countryCode`),
    });
  };
}

function toContact({ contact: [point, phone, email] }: PartyIds, path: string) {
  return (terms: Terms) =>
    toMembers({
      contactName: terms.text(point, `${path}.contactName`),
      phone: terms.text(phone, `${path}.phone`),
      email: terms.text(email, `${path}.email`),
    });
}
