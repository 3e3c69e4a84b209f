import { toMailLink } from "../links.ts";
import type { InvoiceRequest } from "../invoice-model.ts";
import type { Identifier, Party, PostalAddress } from "./einvoice-model.ts";
import { toVatId } from "./vat-id.ts";

type Buyer = InvoiceRequest["to"];

/** Returns the trimmed text, or undefined for a blank or absent text. */
export function trimToUndefined(text: string | undefined): string | undefined {
  return text?.trim() || undefined;
}

/**
 * Returns the seller (BG-4). A VAT identifier is not allowed when nothing is subject to VAT
 * (BR-O-02).
 */
export function toSeller(from: InvoiceRequest["from"], hasVat: boolean): Party {
  const party = toBuyer(from, hasVat);
  const taxNumber = trimToUndefined(from.taxNumber);
  // A tax number alone does not satisfy BR-CO-26, but it does as BT-29.
  const isNamed = party.vatId !== undefined || party.registration !== undefined;
  return { ...party, taxNumber, id: isNamed ? undefined : taxNumber };
}

/** Returns the buyer (BG-7), or the members of a seller that a buyer has, too. */
export function toBuyer(party: Buyer, hasVat: boolean): Party {
  return {
    name: party.name.trim(),
    registration: toRegistration(party.registrationId),
    vatId: hasVat && party.vatId !== undefined ? toVatId(party.vatId) : undefined,
    electronicAddress: toElectronicAddress(party),
    address: toPostalAddress(party),
    contact: {
      name: trimToUndefined(party.contactName),
      phone: trimToUndefined(party.phone),
      email: trimToUndefined(party.email),
    },
  };
}

/**
 * Returns a register number, with its scheme if the request has one. Returns undefined for none.
 */
export function toRegistration(registration: Buyer["registrationId"]): Identifier | undefined {
  if (typeof registration === "object") {
    return { id: registration.id.trim(), scheme: registration.scheme.trim() };
  }
  const id = trimToUndefined(registration);
  return id === undefined ? undefined : { id };
}

/** Returns a party's address for e-invoices: the request's, or else the party's email. */
export function toElectronicAddress({ electronicAddress, email }: Buyer): Identifier | undefined {
  if (electronicAddress) {
    const { scheme, id } = electronicAddress;
    return { scheme: scheme.trim().toUpperCase(), id: id.trim() };
  }
  const address = trimToUndefined(email);
  const isPlain = address !== undefined && toMailLink(address) !== undefined;
  return isPlain ? { scheme: "EM", id: address } : undefined;
}

/**
 * Returns the postal address. Without a street, the lines of `address` fill the lines of the
 * standard.
 */
export function toPostalAddress(party: Buyer): PostalAddress {
  const [first, second, ...others] = (party.address ?? "")
    .split("\n")
    .flatMap((line) => trimToUndefined(line) ?? []);
  const street = trimToUndefined(party.street);
  return {
    ...(street === undefined && trimToUndefined(party.city) === undefined
      ? { line1: first, line2: second, line3: trimToUndefined(others.join(", ")) }
      : { line1: street, line2: trimToUndefined(party.street2) }),
    city: trimToUndefined(party.city),
    postalCode: trimToUndefined(party.postalCode),
    region: trimToUndefined(party.region),
    country: party.countryCode?.trim().toUpperCase() ?? "",
  };
}
