import type { Issue } from "../../../lib/errors.ts";
import type { Invoice } from "../types.ts";
import type { TaxCategory } from "../schema.ts";
import { nationalNeeds } from "./national.ts";
import { filled, toElectronicAddress, toRegistration } from "./parties.ts";
import { isPeppolScheme } from "./codes.ts";
import { type Profile, PROFILES } from "./profiles.ts";
import { type Need, xrechnungNeeds } from "./xrechnung.ts";

/** Lists every member that a profile needs and an invoice lacks, each with its term of EN 16931. */
export function checkNeeds(invoice: Invoice, profile: Profile): Issue[] {
  const needs = [
    ...commonNeeds(invoice),
    ...(PROFILES[profile].syntax === "cii" ? ciiNeeds(invoice) : []),
    ...(profile.startsWith("xrechnung") ? xrechnungNeeds(invoice) : []),
    ...(profile === "peppol" ? [...peppolNeeds(invoice), ...nationalNeeds(invoice)] : []),
  ];
  const sentences = new Set(needs.filter((need) => typeof need === "string"));
  return [...sentences].map((rule) => ({ path: [profile], message: rule }));
}

function commonNeeds(invoice: Invoice): Need[] {
  const { from, to } = invoice.request;
  return [
    !filled(from.countryCode) && "needs from.countryCode (BT-40)",
    !filled(to.countryCode) && "needs to.countryCode (BT-55)",
    ...categoryNeeds(invoice),
    ...identifierNeeds(invoice),
    ...supplyNeeds(invoice),
  ];
}

/** A rate of 0 has many reasons, and only the caller knows which one it is. */
function categoryNeeds({ lines }: Invoice): Need[] {
  const without = lines.flatMap(({ category }, index) => (category === null ? [index] : []));
  const isMixed =
    lines.some(({ category }) => category === "O") &&
    new Set(lines.map(({ category }) => category)).size > 1;
  return [
    ...(without.length === lines.length
      ? ["needs taxCategory (BT-151)"]
      : without.map((index) => `needs items[${index}].taxCategory (BT-151)`)),
    isMixed && "needs taxCategory O (BT-151) on every line or on none",
  ];
}

function identifierNeeds({ request, lines }: Invoice): Need[] {
  const { from, to } = request;
  const has = (...categories: TaxCategory[]) =>
    lines.some(({ category }) => category !== null && categories.includes(category));
  const vatId = filled(from.vatId);
  const isAny = has("S", "Z", "E", "L", "M") && !vatId && !filled(from.taxNumber);
  const isVatId = has("AE", "K", "G") && !vatId;
  return [
    isVatId
      ? "needs from.vatId (BT-31)"
      : isAny && "needs from.vatId (BT-31) or from.taxNumber (BT-32)",
    has("AE", "K") && !filled(to.vatId) && "needs to.vatId (BT-48)",
    has("O") && !toRegistration(from.registrationId) && "needs from.registrationId (BT-30)",
  ];
}

/** The rules of UBL take a Canary Islands tax of 0, those of CII do not (BR-AF-05). */
function ciiNeeds({ lines }: Invoice): Need[] {
  const isFree = lines.some(({ category, taxRate }) => category === "L" && taxRate === 0);
  return [isFree && "needs a taxRate (BT-152) above 0 for taxCategory L"];
}

function supplyNeeds({ request, lines }: Invoice): Need[] {
  if (!lines.some(({ category }) => category === "K")) return [];
  const { to, deliveryDate, servicePeriod } = request;
  return [
    !deliveryDate && !servicePeriod && "needs deliveryDate (BT-72) or servicePeriod (BG-14)",
    !filled(to.city) && "needs to.city (BT-52)",
    !filled(to.postalCode) && "needs to.postalCode (BT-53)",
  ];
}

function peppolNeeds({ request }: Invoice): Need[] {
  const isReachable = (party: typeof request.to) =>
    isPeppolScheme(toElectronicAddress(party)?.scheme ?? "");
  const hasReference = filled(request.buyerReference) || filled(request.orderReference);
  return [
    !hasReference && "needs buyerReference (BT-10) or orderReference (BT-13)",
    !isReachable(request.from) && "needs from.electronicAddress (BT-34)",
    !isReachable(request.to) && "needs to.electronicAddress (BT-49)",
  ];
}
