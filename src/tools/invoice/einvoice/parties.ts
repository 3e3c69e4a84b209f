import { mailLink } from "../links.ts";
import type { InvoiceRequest } from "../totals.ts";
import type { Identifier, Party, PostalAddress } from "./model.ts";
import { toVatId } from "./vat-id.ts";

type Seller = InvoiceRequest["from"];
type Buyer = InvoiceRequest["to"];

/** Returns the text without blanks around it; undefined for none. */
export function filled(text: string | undefined): string | undefined {
  return text?.trim() || undefined;
}

/** Returns the seller (BG-4). Where nothing is subject to VAT, no VAT identifier may be there (BR-O-02). */
export function toSeller(from: Seller, hasVat: boolean): Party {
  const party = toParty(from, hasVat);
  const taxNumber = filled(from.taxNumber);
  // A tax number alone does not satisfy BR-CO-26, but as BT-29 it does.
  const isNamed = party.vatId !== undefined || party.registration !== undefined;
  return { ...party, taxNumber, id: isNamed ? undefined : taxNumber };
}

/** Returns the buyer (BG-7). */
export function toBuyer(to: Buyer, hasVat: boolean): Party {
  return toParty(to, hasVat);
}

function toParty(party: Buyer, hasVat: boolean): Party {
  return {
    name: party.name.trim(),
    registration: toRegistration(party.registrationId),
    vatId: hasVat && party.vatId !== undefined ? toVatId(party.vatId) : undefined,
    electronicAddress: toElectronicAddress(party),
    address: toPostalAddress(party),
    contact: {
      name: filled(party.contactName),
      phone: filled(party.phone),
      email: filled(party.email),
    },
  };
}

/** Returns a register number with its scheme, if it has one; undefined for none. */
export function toRegistration(registration: Buyer["registrationId"]): Identifier | undefined {
  if (typeof registration === "object") {
    return { id: registration.id.trim(), scheme: registration.scheme.trim() };
  }
  const id = filled(registration);
  return id === undefined ? undefined : { id };
}

/** Returns where a party receives e-invoices: the given address, or its email. */
export function toElectronicAddress({ electronicAddress, email }: Buyer): Identifier | undefined {
  if (electronicAddress) {
    const { scheme, id } = electronicAddress;
    return { scheme: scheme.trim().toUpperCase(), id: id.trim() };
  }
  const address = filled(email);
  const isPlain = address !== undefined && mailLink(address) !== undefined;
  return isPlain ? { scheme: "EM", id: address } : undefined;
}

/** Without a street of its own, the lines of the free address fill the lines that the standard has. */
export function toPostalAddress(party: Buyer): PostalAddress {
  const [first, second, ...others] = (party.address ?? "")
    .split("\n")
    .flatMap((line) => filled(line) ?? []);
  const street = filled(party.street);
  return {
    ...(street === undefined && filled(party.city) === undefined
      ? { line1: first, line2: second, line3: filled(others.join(", ")) }
      : { line1: street, line2: filled(party.street2) }),
    city: filled(party.city),
    postalCode: filled(party.postalCode),
    region: filled(party.region),
    country: party.countryCode?.trim().toUpperCase() ?? "",
  };
}
