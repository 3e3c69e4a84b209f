import type { Issue } from "../../lib/errors.ts";
import type { Decimal } from "../../lib/money/exact.ts";
import { isIban, isQrIban } from "./iban.ts";
import { checkAmount, checkCurrency, checkLength, type PaymentAddress } from "./payment.ts";
import { isCreditorReference, isQrReference } from "./references.ts";

/** A Swiss QR-bill's payment. Identifiers are compact and in upper case. */
export interface SwissPayment {
  /** Payee; postal code, city and country are required. */
  creditor: PaymentAddress;
  iban: string;
  /** From 0.01 to 999,999,999.99; the payer enters an absent one. */
  amount?: Decimal | undefined;
  /** CHF or EUR. */
  currency: string;
  /**
   * Absent when the address is incomplete, because an address is printed completely or not at all.
   */
  debtor?: PaymentAddress | undefined;
  /** A QR reference, an ISO 11649 reference, or undefined. */
  reference?: string | undefined;
  /** Unstructured message, up to 140. */
  message?: string | undefined;
}

/**
 * The minimum version of a Swiss QR code. Versions 7 to 13 have an alignment pattern in the middle,
 * where the cross would hide it from readers. Versions 14 to 20 have none there. The guidelines
 * allow up to 25.
 */
export const SWISS_MIN_VERSION = 14;

/** Type of a reference: QR reference, creditor reference or none. */
type SwissReferenceType = "QRR" | "SCOR" | "NON";

export function getSwissReferenceType(reference: string | undefined): SwissReferenceType {
  if (reference === undefined) return "NON";
  if (isQrReference(reference)) return "QRR";
  return isCreditorReference(reference) ? "SCOR" : "NON";
}

/**
 * Characters allowed since version 2.3: Latin up to Extended-A, four more letters and the euro
 * sign.
 */
const CHARACTERS = /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]*$/;

/**
 * Lists the issues that prevent a Swiss QR-bill. Paths begin with the name of one of the payment's
 * members.
 */
export function checkSwiss(payment: SwissPayment): Issue[] {
  const { creditor, debtor, message } = payment;
  return [
    ...checkCurrency(payment.currency, ["CHF", "EUR"]),
    ...checkAmount(payment.amount),
    ...checkAccount(payment),
    ...checkAddress("creditor", creditor),
    ...(debtor ? checkAddress("debtor", debtor) : []),
    ...checkLength(["message"], message, 140),
    ...checkCharacters(["message"], message),
  ];
}

function checkAccount({ iban, reference }: SwissPayment): Issue[] {
  if (!isIban(iban) || !/^(CH|LI)/.test(iban)) {
    return [{ path: ["iban"], message: "must be a valid IBAN of Switzerland or Liechtenstein" }];
  }
  const type = getSwissReferenceType(reference);
  if (isQrIban(iban) && type !== "QRR") {
    return [
      {
        path: ["reference"],
        message: "must be a QR reference of 27 digits, because the IBAN is a QR-IBAN",
      },
    ];
  }
  if (!isQrIban(iban) && type === "QRR") {
    return [
      { path: ["iban"], message: "must be a QR-IBAN, because the reference is a QR reference" },
    ];
  }
  return [];
}

const ADDRESS_LENGTHS = { name: 70, street: 70, postalCode: 16, city: 35 } as const;

function checkAddress(role: string, address: PaymentAddress): Issue[] {
  const missing = (["postalCode", "city", "countryCode"] as const)
    .filter((member) => !address[member])
    .map((member) => ({ path: [role, member], message: "is required" }));
  const members = Object.entries(ADDRESS_LENGTHS) as [keyof typeof ADDRESS_LENGTHS, number][];
  const wrong = members.flatMap(([member, max]) => {
    const path = [role, member];
    const long = checkLength(path, address[member], max);
    return long.concat(checkCharacters(path, address[member]));
  });
  return [...missing, ...wrong];
}

function checkCharacters(path: string[], text: string | undefined): Issue[] {
  if (text === undefined || CHARACTERS.test(text)) return [];
  return [{ path, message: "must have only Latin characters" }];
}

/**
 * Returns the 31 lines of a valid payment's Swiss QR code (Implementation Guidelines QR-bill 2.3,
 * 4.2).
 */
export function formatSwissQr(payment: SwissPayment): string {
  const { creditor, debtor, iban, amount, currency, reference, message = "" } = payment;
  const type = getSwissReferenceType(reference);
  return [
    "SPC",
    "0200",
    "1",
    iban,
    ...formatAddress(creditor),
    ...NO_ADDRESS,
    amount?.toFixed(2) ?? "",
    currency,
    ...(debtor ? formatAddress(debtor) : NO_ADDRESS),
    type,
    type === "NON" ? "" : (reference ?? ""),
    message,
    "EPD",
  ].join("\r\n");
}

const NO_ADDRESS = Array.from({ length: 7 }, () => "");

/**
 * Formats an address. The number stays in the street's line, because splitting it off would need a
 * guess.
 */
function formatAddress({ name, street, postalCode, city, countryCode }: PaymentAddress): string[] {
  return ["S", name, street ?? "", "", postalCode ?? "", city ?? "", countryCode ?? ""];
}
