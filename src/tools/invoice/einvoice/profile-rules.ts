import type { Issue } from "../../../lib/errors.ts";
import type { Invoice } from "../invoice-model.ts";
import type { TaxCategory } from "../../../domain/invoice/figures-input.ts";
import { getEnCategory } from "./tax.ts";
import { checkNationalRules } from "./national.ts";
import { trimToUndefined, toElectronicAddress, toRegistration } from "./parties.ts";
import { isPeppolScheme } from "./codes.ts";
import { type EInvoiceProfile, PROFILES } from "./profiles.ts";
import { type MemberRule, need, type RuleViolation } from "./violation.ts";
import { checkXRechnungRules } from "./xrechnung.ts";

/** Lists every member that a profile requires and an invoice lacks, each with its EN 16931 term. */
export function checkProfileRules(invoice: Invoice, profile: EInvoiceProfile): Issue[] {
  const foreign = checkStandard(invoice, profile);
  if (foreign.length > 0) return foreign;
  const violations = [
    ...checkCommonRules(invoice),
    ...(PROFILES[profile].syntax === "cii" ? checkCiiRules(invoice) : []),
    ...(profile.startsWith("xrechnung") ? checkXRechnungRules(invoice) : []),
    ...(profile === "peppol" ? [...checkPeppolRules(invoice), ...checkNationalRules(invoice)] : []),
  ];
  return withoutRepeats(violations).map(({ path, rule }) => ({
    path,
    subject: profile,
    message: rule,
  }));
}

/** Lists members and values that EN 16931 does not have. */
function checkStandard({ request, type, currency }: Invoice, profile: EInvoiceProfile): Issue[] {
  if (type !== "invoice" && type !== "credit-note") {
    const message = `must be invoice or credit-note for format ${profile}`;
    return [{ path: ["type"], message }];
  }
  const rule = `is not part of EN 16931: leave it out for format ${profile}`;
  const { code, decimals } = currency;
  const taxed = [
    { path: [], taxes: request.taxes },
    ...(["items", "allowances", "charges"] as const).flatMap((member) =>
      (request[member] ?? []).map(({ taxes }, index) => ({ path: [member, index], taxes })),
    ),
  ];
  const issues: Issue[] = taxed
    .filter(({ taxes = [] }) => taxes.length > 1 || taxes.some(({ compound }) => compound))
    .map(({ path }) => ({ path: [...path, "taxes"], message: rule }));
  if (request.withholding?.length) issues.push({ path: ["withholding"], message: rule });
  if (decimals > 2) {
    const message = `has ${decimals} decimals; EN 16931 allows 2`;
    issues.push({ path: ["currency"], subject: `currency ${code}`, message });
  }
  const list = findStricterList(code, profile);
  if (list !== undefined) {
    const message = `is not on the ${list} code list`;
    issues.push({ path: ["currency"], subject: `currency ${code}`, message });
  }
  return issues;
}

/**
 * Returns the name of the code list that lacks an active currency. That of EN 16931 (rules 1.3.16)
 * lacks the dobra of 2018, that of Peppol (PEPPOL-EN16931-CL007) the Caribbean guilder of 2025.
 */
function findStricterList(currency: string, profile: EInvoiceProfile): string | undefined {
  if (currency === "STN") return "EN 16931";
  return currency === "XCG" && profile === "peppol" ? "Peppol" : undefined;
}

/** Omits equal sentences, because two profiles of one document may share a rule. */
function withoutRepeats(violations: readonly RuleViolation[]): MemberRule[] {
  const broken = violations.filter((violation) => typeof violation === "object");
  return [...new Map(broken.map((violation) => [violation.rule, violation])).values()];
}

function checkCommonRules(invoice: Invoice): RuleViolation[] {
  const { from, to } = invoice.request;
  return [
    !trimToUndefined(from.countryCode) && need("from.countryCode", "(BT-40)"),
    !trimToUndefined(to.countryCode) && need("to.countryCode", "(BT-55)"),
    ...checkCategories(invoice),
    ...checkIdentifiers(invoice),
    ...checkSupplyRules(invoice),
  ];
}

/**
 * Requires a category, because a rate of 0 has many reasons, which only the caller can tell apart.
 */
function checkCategories(invoice: Invoice): RuleViolation[] {
  const entries = (["lines", "allowances", "charges"] as const).flatMap((list) => {
    const member = list === "lines" ? "items" : list;
    return invoice[list].map(({ tax }, index) => ({ tax, member: `${member}[${index}]` }));
  });
  const without = entries.filter(({ tax }) => getEnCategory(tax) === null);
  const isMixed = listCategories(invoice).has("O") && listCategories(invoice).size > 1;
  return [
    ...(without.length === entries.length
      ? [need("taxCategory", "(BT-151)")]
      : without.map(({ member }) => need(`${member}.taxCategory`, "(BT-151)"))),
    isMixed && need("taxCategory", "O (BT-151) on every line or on none"),
  ];
}

function listCategories({ taxes }: Invoice): Set<TaxCategory | null> {
  return new Set(taxes.map(({ category, amounts }) => getEnCategory({ category, taxes: amounts })));
}

function checkIdentifiers(invoice: Invoice): RuleViolation[] {
  const { from, to } = invoice.request;
  const categories = listCategories(invoice);
  const has = (...list: TaxCategory[]) => list.some((category) => categories.has(category));
  const vatId = trimToUndefined(from.vatId);
  const isAny = has("S", "Z", "E", "L", "M") && !vatId && !trimToUndefined(from.taxNumber);
  const isVatId = has("AE", "K", "G") && !vatId;
  return [
    isVatId
      ? need("from.vatId", "(BT-31)")
      : isAny && need("from.vatId", "(BT-31) or from.taxNumber (BT-32)"),
    has("AE", "K") && !trimToUndefined(to.vatId) && need("to.vatId", "(BT-48)"),
    has("O") && !toRegistration(from.registrationId) && need("from.registrationId", "(BT-30)"),
  ];
}

/** Rejects a Canary Islands tax of 0, which UBL's rules accept and CII's do not (BR-AF-05). */
function checkCiiRules({ taxes }: Invoice): RuleViolation[] {
  const isFree = taxes.some(
    ({ category, amounts }) => category === "L" && amounts.every(({ rate }) => rate === 0),
  );
  return [
    isFree && {
      path: ["taxRate"],
      rule: "needs a taxRate (BT-152) above 0 for taxCategory L",
    },
  ];
}

function checkSupplyRules({ request, taxes }: Invoice): RuleViolation[] {
  if (!taxes.some(({ category }) => category === "K")) return [];
  const { to, deliveryDate, servicePeriod } = request;
  return [
    !deliveryDate && !servicePeriod && need("deliveryDate", "(BT-72) or servicePeriod (BG-14)"),
    !trimToUndefined(to.city) && need("to.city", "(BT-52)"),
    !trimToUndefined(to.postalCode) && need("to.postalCode", "(BT-53)"),
  ];
}

function checkPeppolRules({ request }: Invoice): RuleViolation[] {
  const isReachable = (party: typeof request.to) =>
    isPeppolScheme(toElectronicAddress(party)?.scheme ?? "");
  const hasReference =
    trimToUndefined(request.buyerReference) || trimToUndefined(request.orderReference);
  return [
    !hasReference && need("buyerReference", "(BT-10) or orderReference (BT-13)"),
    !isReachable(request.from) && need("from.electronicAddress", "(BT-34)"),
    !isReachable(request.to) && need("to.electronicAddress", "(BT-49)"),
  ];
}
