import type { Issue, Path } from "../../../lib/errors.ts";
import { checkEpc, type EpcPayment, formatEpc } from "../../../domain/payment/epc.ts";
import { removeSpaces } from "../../../domain/payment/iban.ts";
import type { PaymentAddress } from "../../../domain/payment/payment.ts";
import {
  checkSwiss,
  type SwissPayment,
  getSwissReferenceType,
  formatSwissQr,
} from "../../../domain/payment/swiss.ts";
import { checkUpi, type UpiPayment, formatUpi } from "../../../domain/payment/upi.ts";
import type {
  Invoice,
  InvoiceDraft,
  InvoiceRequest,
  NationalKind,
  PaymentCode,
} from "../invoice-model.ts";
import { NATIONAL_CODES } from "./national-codes.ts";
import { getPaymentReference } from "./reference.ts";

/** Lists the issues that prevent the requested code. */
export function checkPaymentCode(invoice: InvoiceDraft): Issue[] {
  const { qr = "none" } = invoice.request.payment ?? {};
  if (qr === "none") return [];
  const typeIssues = checkCodeType(invoice.request);
  if (typeIssues.length > 0) return typeIssues;
  const issues = isNational(qr)
    ? NATIONAL_CODES[qr].check(invoice)
    : checkKind[qr](invoice).map(({ path: member, message }) => ({
        path: toPath(member),
        message,
      }));
  return issues.map((issue) => ({
    path: issue.path,
    message: `${issue.message} for payment.qr ${qr}`,
  }));
}

/** Reports a code on a type of document that asks for no payment. */
export function checkCodeType({
  type = "invoice",
  payment,
}: Pick<InvoiceRequest, "type" | "payment">): Issue[] {
  const { qr = "none" } = payment ?? {};
  if (qr === "none") return [];
  const path = ["payment", "qr"];
  // The code of a Saudi invoice states its tax and asks for no payment.
  const isPayment = qr !== "zatca";
  if (type === "credit-note" && isPayment) {
    return [{ path, message: "must be none for a credit note" }];
  }
  const isUnpaid = UNPAID_TYPES.has(type) && (isPayment || type !== "receipt");
  return isUnpaid ? [{ path, message: `must be none for type ${type}` }] : [];
}

function isNational(kind: string): kind is NationalKind {
  return Object.hasOwn(NATIONAL_CODES, kind);
}

/** Types of documents that ask for no payment. */
const UNPAID_TYPES: ReadonlySet<string> = new Set(["quote", "receipt", "delivery-note"]);

const checkKind = {
  epc: (invoice: InvoiceDraft) => [...checkAccount("iban", invoice), ...checkEpc(toEpc(invoice))],
  swiss: (invoice: InvoiceDraft) => [
    ...checkAccount("iban", invoice),
    ...checkSwiss(toSwiss(invoice)),
  ],
  upi: (invoice: InvoiceDraft) => [...checkAccount("upiId", invoice), ...checkUpi(toUpi(invoice))],
};

/** Reports a missing account. `checkInvoice` reports a malformed one. */
function checkAccount(member: "iban" | "upiId", { request }: InvoiceDraft): Issue[] {
  return request.payment?.[member]?.trim() ? [] : [{ path: [member], message: "is required" }];
}

/**
 * Returns the requested code, or undefined for none. The invoice must satisfy `checkPaymentCode`.
 */
export function toPaymentCode(invoice: InvoiceDraft): PaymentCode | undefined {
  const { qr = "none" } = invoice.request.payment ?? {};
  if (isNational(qr)) return { kind: qr, text: NATIONAL_CODES[qr].format(invoice) };
  switch (qr) {
    case "epc":
      return { kind: "epc", text: formatEpc(toEpc(invoice)) };
    case "swiss": {
      const payment = toSwiss(invoice);
      return { kind: "swiss", text: formatSwissQr(payment), payment };
    }
    case "upi":
      return { kind: "upi", text: formatUpi(toUpi(invoice)) };
    default:
      return undefined;
  }
}

/** Converts a path in a payment code to the path of the request's member that sets it. */
function toPath([member = "", ...rest]: Path): Path {
  switch (member) {
    case "currency":
      return ["currency"];
    case "amount":
      return ["amountDue"];
    case "creditor":
      return ["from", ...rest];
    case "name":
      return ["payment", "accountName"];
    case "message":
    case "text":
      return ["payment", "reference"];
    case "note":
      return ["invoiceNumber"];
    default:
      return ["payment", member];
  }
}

function toEpc(invoice: InvoiceDraft): EpcPayment {
  const { request, amountDue } = invoice;
  const { iban = "", bic = "", accountName } = request.payment ?? {};
  return {
    name: accountName?.trim() || request.from.name.trim(),
    iban: removeSpaces(iban),
    bic: removeSpaces(bic) || undefined,
    amount: amountDue,
    currency: request.currency,
    reference: getPaymentReference(invoice),
  };
}

function toSwiss(invoice: InvoiceDraft): SwissPayment {
  const { request, amountDue } = invoice;
  const { iban = "", accountName } = request.payment ?? {};
  const given = getPaymentReference(invoice);
  const compact = removeSpaces(given);
  const isStructured = getSwissReferenceType(compact) !== "NON";
  const payment: SwissPayment = {
    creditor: toPaymentAddress(request.from, accountName?.trim() || request.from.name.trim()),
    iban: removeSpaces(iban),
    amount: amountDue,
    currency: request.currency,
    reference: isStructured ? compact : undefined,
    message: isStructured ? undefined : given,
  };
  const debtor = toPaymentAddress(request.to, request.to.name.trim());
  // Omits a debtor that the code cannot carry, because the payer can write it by hand.
  const isFitting = !checkSwiss({ ...payment, debtor }).some(({ path }) => path[0] === "debtor");
  return isFitting ? { ...payment, debtor } : payment;
}

function toPaymentAddress(party: Invoice["request"]["to"], name: string): PaymentAddress {
  return {
    name,
    street: party.street?.trim() || undefined,
    postalCode: party.postalCode?.trim() || undefined,
    city: party.city?.trim() || undefined,
    countryCode: party.countryCode?.trim().toUpperCase() || undefined,
  };
}

function toUpi(invoice: InvoiceDraft): UpiPayment {
  const { request, amountDue, invoiceNumber, labels } = invoice;
  const { upiId = "", accountName } = request.payment ?? {};
  return {
    upiId: upiId.trim(),
    name: accountName?.trim() || request.from.name.trim(),
    amount: amountDue,
    currency: request.currency,
    note: `${labels.invoice} ${invoiceNumber}`,
    reference: getPaymentReference(invoice),
  };
}
