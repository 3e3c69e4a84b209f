import { toRegistration, trimToUndefined } from "../einvoice/parties.ts";
import { toMailLink, toWebLink } from "../links.ts";
import type { Invoice, InvoiceRequest } from "../invoice-model.ts";
import { createDetails, type Detail, omitUndefined } from "./details.ts";

export interface ContactLine {
  text: string;
  link?: string | undefined;
}

type PartyInput = InvoiceRequest["from"] | InvoiceRequest["to"];

/** Returns a party's postal address line by line: as given, or composed from its parts. */
export function formatAddressLines(party: PartyInput, { format }: Invoice): string[] {
  const given = trimToUndefined(party.address);
  if (given !== undefined) return given.split("\n");
  const country = trimToUndefined(party.countryCode)?.toUpperCase();
  return omitUndefined([
    trimToUndefined(party.street),
    trimToUndefined(party.street2),
    ...formatCityLines(party, country),
    country === undefined ? undefined : format.country(country),
  ]);
}

/** Countries that write the region before the postal code: `Austin, TX 78701`. */
const REGION_FIRST = new Set(["US", "CA", "AU"]);

function joinParts(separator: string, ...parts: (string | undefined)[]): string | undefined {
  return trimToUndefined(omitUndefined(parts.map(trimToUndefined)).join(separator));
}

function formatCityLines(
  { postalCode, city, region }: PartyInput,
  country = "",
): (string | undefined)[] {
  if (REGION_FIRST.has(country)) return [joinParts(", ", city, joinParts(" ", region, postalCode))];
  return [joinParts(" ", postalCode, city), trimToUndefined(region)];
}

/** Returns a party's contact lines: contact, email, phone and website. */
export function listContactLines(party: PartyInput): ContactLine[] {
  const website = "website" in party ? trimToUndefined(party.website) : undefined;
  return omitUndefined([
    toContactLine(party.contactName),
    toContactLine(party.email, toMailLink),
    toContactLine(party.phone),
    toContactLine(website, toWebLink),
  ]);
}

function toContactLine(
  text: string | undefined,
  toLink?: (text: string) => string | undefined,
): ContactLine | undefined {
  const trimmed = trimToUndefined(text);
  return trimmed === undefined ? undefined : { text: trimmed, link: toLink?.(trimmed) };
}

export function listPartyNumbers(party: PartyInput, invoice: Invoice): Detail[] {
  const toDetail = createDetails(invoice);
  return omitUndefined([
    toDetail("vatId", party.vatId),
    toDetail("taxNumber", "taxNumber" in party ? party.taxNumber : undefined),
    toDetail("registrationId", toRegistration(party.registrationId)?.id),
  ]);
}
