import type { Issue } from "../../../lib/errors.ts";
import type { Invoice } from "../types.ts";
import type { TaxCategory } from "../schema.ts";
import { checkNationalRules } from "./national.ts";
import { trimToUndefined, toElectronicAddress, toRegistration } from "./parties.ts";
import { isPeppolScheme } from "./codes.ts";
import { type Profile, PROFILES } from "./profiles.ts";
import { type Violation, checkXRechnungRules } from "./xrechnung.ts";

/** Lists every member that a profile requires and an invoice lacks, each with its EN 16931 term. */
export function checkProfileRules(invoice: Invoice, profile: Profile): Issue[] {
  const needs = [
    ...checkCommonRules(invoice),
    ...(PROFILES[profile].syntax === "cii" ? checkCiiRules(invoice) : []),
    ...(profile.startsWith("xrechnung") ? checkXRechnungRules(invoice) : []),
    ...(profile === "peppol" ? [...checkPeppolRules(invoice), ...checkNationalRules(invoice)] : []),
  ];
  const sentences = new Set(needs.filter((need) => typeof need === "string"));
  return [...sentences].map((rule) => ({ path: [profile], message: rule }));
}

function checkCommonRules(invoice: Invoice): Violation[] {
  const { from, to } = invoice.request;
  return [
    !trimToUndefined(from.countryCode) && "needs from.countryCode (BT-40)",
    !trimToUndefined(to.countryCode) && "needs to.countryCode (BT-55)",
    ...checkCategories(invoice),
    ...checkIdentifiers(invoice),
    ...checkSupplyRules(invoice),
  ];
}

/** Requires a category, because a rate of 0 has many reasons, which only the caller can tell apart. */
function checkCategories({ lines }: Invoice): Violation[] {
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

function checkIdentifiers({ request, lines }: Invoice): Violation[] {
  const { from, to } = request;
  const has = (...categories: TaxCategory[]) =>
    lines.some(({ category }) => category !== null && categories.includes(category));
  const vatId = trimToUndefined(from.vatId);
  const isAny = has("S", "Z", "E", "L", "M") && !vatId && !trimToUndefined(from.taxNumber);
  const isVatId = has("AE", "K", "G") && !vatId;
  return [
    isVatId
      ? "needs from.vatId (BT-31)"
      : isAny && "needs from.vatId (BT-31) or from.taxNumber (BT-32)",
    has("AE", "K") && !trimToUndefined(to.vatId) && "needs to.vatId (BT-48)",
    has("O") && !toRegistration(from.registrationId) && "needs from.registrationId (BT-30)",
  ];
}

/** Rejects a Canary Islands tax of 0, which UBL's rules accept and CII's do not (BR-AF-05). */
function checkCiiRules({ lines }: Invoice): Violation[] {
  const isFree = lines.some(({ category, taxRate }) => category === "L" && taxRate === 0);
  return [isFree && "needs a taxRate (BT-152) above 0 for taxCategory L"];
}

function checkSupplyRules({ request, lines }: Invoice): Violation[] {
  if (!lines.some(({ category }) => category === "K")) return [];
  const { to, deliveryDate, servicePeriod } = request;
  return [
    !deliveryDate && !servicePeriod && "needs deliveryDate (BT-72) or servicePeriod (BG-14)",
    !trimToUndefined(to.city) && "needs to.city (BT-52)",
    !trimToUndefined(to.postalCode) && "needs to.postalCode (BT-53)",
  ];
}

function checkPeppolRules({ request }: Invoice): Violation[] {
  const isReachable = (party: typeof request.to) =>
    isPeppolScheme(toElectronicAddress(party)?.scheme ?? "");
  const hasReference =
    trimToUndefined(request.buyerReference) || trimToUndefined(request.orderReference);
  return [
    !hasReference && "needs buyerReference (BT-10) or orderReference (BT-13)",
    !isReachable(request.from) && "needs from.electronicAddress (BT-34)",
    !isReachable(request.to) && "needs to.electronicAddress (BT-49)",
  ];
}
