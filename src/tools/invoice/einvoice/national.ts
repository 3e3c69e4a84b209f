import type { Invoice } from "../invoice-model.ts";
import {
  isIdentifier,
  isNorwegianNumber,
  isSwedishNumber,
} from "../../../domain/invoice/company-numbers.ts";
import { need, type RuleViolation } from "./violation.ts";
import { checkXRechnungRules } from "./xrechnung.ts";
import {
  trimToUndefined,
  toElectronicAddress,
  toPostalAddress,
  toRegistration,
} from "./parties.ts";
import { toVatId } from "./vat-id.ts";

type Role = "from" | "to";

/** Numbers of terms of EN 16931 that differ between the seller and the buyer. */
const TERMS = {
  from: {
    street: "BT-35",
    city: "BT-37",
    postalCode: "BT-38",
    registrationId: "BT-30",
    electronicAddress: "BT-34",
  },
  to: {
    street: "BT-50",
    city: "BT-52",
    postalCode: "BT-53",
    registrationId: "BT-47",
    electronicAddress: "BT-49",
  },
} as const;

/**
 * Lists violations of the rules of Peppol BIS Billing 3 for the seller's and the buyer's country,
 * and wrong check digits.
 */
export function checkNationalRules(invoice: Invoice): RuleViolation[] {
  const seller = getCountry(invoice, "from");
  const buyer = getCountry(invoice, "to");
  const rules = Object.hasOwn(COUNTRY_RULES, seller) ? COUNTRY_RULES[seller] : undefined;
  return [
    ...(rules?.(invoice, seller === buyer) ?? []),
    ...checkIdentifiers(invoice, "from"),
    ...checkIdentifiers(invoice, "to"),
  ];
}

function getCountry({ request }: Invoice, role: Role): string {
  return request[role].countryCode?.trim().toUpperCase() ?? "";
}

/** Rules by the seller's country; `isDomestic` is true when the buyer is in the same country. */
const COUNTRY_RULES: Readonly<
  Record<string, (invoice: Invoice, isDomestic: boolean) => RuleViolation[]>
> = {
  DE: (invoice, isDomestic) => (isDomestic ? checkXRechnungRules(invoice) : []),
  DK: checkDanishRules,
  GR: () => [
    {
      path: ["from", "countryCode"],
      rule: "does not take a Greek seller, because it needs a MARK number (GR-R-004)",
    },
  ],
  IS: (invoice, isDomestic) => [
    ...checkIcelandicRules(invoice, "from"),
    ...(isDomestic ? checkIcelandicRules(invoice, "to") : []),
  ],
  IT: (invoice) => [
    ...checkAddress(invoice, "from"),
    !isMatching(invoice.request.from.taxNumber, /^[A-Z0-9]{11,16}$/) &&
      need("from.taxNumber", "(BT-32) of 11 to 16 capitals and digits"),
  ],
  NL: checkDutchRules,
  NO: checkNorwegianRules,
  SE: checkSwedishRules,
};

function isMatching(text: string | undefined, pattern: RegExp): boolean {
  const given = trimToUndefined(text);
  return given === undefined || pattern.test(given);
}

function checkAddress({ request }: Invoice, role: Role): RuleViolation[] {
  const { line1, city, postalCode } = toPostalAddress(request[role]);
  const needs = { street: line1, city, postalCode };
  return (["street", "city", "postalCode"] as const).map(
    (member) => !needs[member] && need(`${role}.${member}`, `(${TERMS[role][member]})`),
  );
}

function checkScheme(
  { request }: Invoice,
  role: Role,
  { schemes, isOptional }: { schemes: string[]; isOptional?: boolean },
): RuleViolation {
  const registration = toRegistration(request[role].registrationId);
  if (!registration && isOptional) return undefined;
  if (registration?.scheme !== undefined && schemes.includes(registration.scheme)) return undefined;
  const term = TERMS[role].registrationId;
  return need(`${role}.registrationId`, `(${term}) with scheme ${schemes.join(" or ")}`);
}

function checkDanishRules(invoice: Invoice, isDomestic: boolean): RuleViolation[] {
  const isNegative = invoice.isCreditNote && invoice.amountDue.lt(0);
  return [
    checkScheme(invoice, "from", { schemes: ["0184"] }),
    isDomestic &&
      isNegative && { path: ["type"], rule: "does not take a credit note below zero (DK-R-016)" },
  ];
}

function checkIcelandicRules(invoice: Invoice, role: Role): RuleViolation[] {
  const [street, , postalCode] = checkAddress(invoice, role);
  return [checkScheme(invoice, role, { schemes: ["0196"] }), street, postalCode];
}

function checkDutchRules(invoice: Invoice, isDomestic: boolean): RuleViolation[] {
  const { request, isCreditNote, amountDue } = invoice;
  const isPayable = !isCreditNote && amountDue.gt(0);
  return [
    ...checkAddress(invoice, "from"),
    checkScheme(invoice, "from", { schemes: ["0106", "0190"], isOptional: true }),
    isCreditNote && !request.precedingInvoice && need("precedingInvoice", "(BT-25)"),
    isPayable && !trimToUndefined(request.payment?.iban) && need("payment.iban", "(BT-84)"),
    ...(isDomestic
      ? [
          ...checkAddress(invoice, "to"),
          checkScheme(invoice, "to", { schemes: ["0106", "0190"], isOptional: true }),
        ]
      : []),
  ];
}

function checkNorwegianRules({ request }: Invoice): RuleViolation[] {
  const vatId = toVatId(request.from.vatId ?? "");
  if (!vatId?.startsWith("NO")) return [];
  const isValid = /^NO\d{9}MVA$/.test(vatId) && isNorwegianNumber(vatId.slice(2, 11));
  return [!isValid && need("from.vatId", "(BT-31) of the form NO123456785MVA")];
}

function checkSwedishRules({ request, lines }: Invoice): RuleViolation[] {
  const { from } = request;
  const vatId = toVatId(from.vatId ?? "");
  const registration = toRegistration(from.registrationId);
  const isVat = vatId?.startsWith("SE") ?? false;
  const isRate = lines.every(
    ({ tax }) => tax.category !== "S" || [25, 12, 6].includes(tax.taxes[0]?.rate ?? 0),
  );
  const isApproved = isMatching(from.taxNumber, /^godkänd för f-skatt$/i);
  return [
    isVat && !/^SE\d{12}$/.test(vatId ?? "") && need("from.vatId", "(BT-31) of SE and 12 digits"),
    isVat && !isRate && { path: ["taxRate"], rule: "needs a taxRate (BT-152) of 25, 12 or 6" },
    registration &&
      !isSwedishNumber(registration.id) &&
      need("from.registrationId", "(BT-30) of 10 digits with a valid check digit"),
    registration && !isApproved && need("from.taxNumber", "(BT-32) to be Godkänd för F-skatt"),
  ];
}

function checkIdentifiers({ request }: Invoice, role: Role): RuleViolation[] {
  const numbers = {
    electronicAddress: toElectronicAddress(request[role]),
    registrationId: toRegistration(request[role].registrationId),
  };
  return (["electronicAddress", "registrationId"] as const).map((member) => {
    const { scheme = "", id = "" } = numbers[member] ?? {};
    if (isIdentifier(scheme, id)) return undefined;
    const rule = `(${TERMS[role][member]}) to be a valid number of scheme ${scheme}`;
    return need(`${role}.${member}`, rule);
  });
}
