import { removeSpaces } from "../../../domain/payment/iban.ts";
import { cutText } from "../../../domain/payment/latin.ts";
import { checkCurrency, type FormPayment } from "../../../domain/payment/payment.ts";
import { formatHub3 } from "../../../domain/payment/hub3.ts";
import { formatPix, toPixKey, toPixText } from "../../../domain/payment/pix.ts";
import { formatSpayd, MAX_SPAYD_AMOUNT } from "../../../domain/payment/spayd.ts";
import { formatUpn } from "../../../domain/payment/upn.ts";
import { formatZatca, toZatcaNumber } from "../../../domain/payment/zatca.ts";
import type { Issue } from "../../../lib/errors.ts";
import { formatCurrency } from "../../../lib/money/currency.ts";
import { toDecimal } from "../../../lib/money/exact.ts";
import { getDocumentName } from "../display/heading.ts";
import type { InvoiceDraft, InvoiceRequest, NationalKind } from "../invoice-model.ts";
import { getPaymentReference } from "./reference.ts";

/** A payment code of one country. */
interface NationalCode {
  /** Lists what prevents the code, by the paths of the request. */
  check(invoice: InvoiceDraft): Issue[];
  /** Returns the text of the code of an invoice without issues. */
  format(invoice: InvoiceDraft): string;
}

/** The payment codes of single countries. */
export const NATIONAL_CODES: Readonly<Record<NationalKind, NationalCode>> = {
  spayd: {
    check: (invoice) => [
      ...checkDecimals(invoice),
      ...checkIban(invoice),
      ...checkDue(invoice, MAX_SPAYD_AMOUNT),
    ],
    format: toSpayd,
  },
  pix: {
    check: (invoice) => [
      ...checkCurrency(invoice.currency.code, ["BRL"]),
      ...checkFilled(["payment", "pixKey"], invoice.request.payment?.pixKey),
      ...checkFilled(["from", "city"], toPixText(invoice.request.from.city ?? "", 15)),
      ...checkFilled(["payment", "accountName"], toPixText(getPayee(invoice), 25)),
      ...checkDue(invoice, "9999999999.99"),
    ],
    format: toPix,
  },
  zatca: {
    check: (invoice) => [
      ...checkCurrency(invoice.currency.code, ["SAR"]),
      ...(toZatcaNumber(invoice.request.from.vatId ?? "") === undefined
        ? [
            {
              path: ["from", "vatId"],
              message: "must be SA and 15 digits that begin and end with 3",
            },
          ]
        : []),
    ],
    format: toZatca,
  },
  upn: {
    check: (invoice) => [
      ...checkCurrency(invoice.currency.code, ["EUR"]),
      ...checkIban(invoice, "SI"),
      ...checkDue(invoice, "999999999.99"),
    ],
    format: toUpn,
  },
  hub3: {
    check: (invoice) => [
      ...checkCurrency(invoice.currency.code, ["EUR"]),
      ...checkIban(invoice, "HR"),
      ...checkDue(invoice, "9999999999999.99"),
    ],
    format: toHub3,
  },
};

/** Reports a missing text. */
function checkFilled(path: string[], text: string | undefined): Issue[] {
  return text?.trim() ? [] : [{ path, message: "is required" }];
}

/** Reports a missing account, or one in another country. The schema reports a malformed one. */
function checkIban({ request }: InvoiceDraft, country = ""): Issue[] {
  const path = ["payment", "iban"];
  const iban = removeSpaces(request.payment?.iban ?? "");
  if (iban === "") return checkFilled(path, iban);
  return iban.startsWith(country) ? [] : [{ path, message: `must be an IBAN of ${country}` }];
}

/** Reports a currency whose amounts a code with two decimals would change. */
function checkDecimals({ currency: { decimals } }: InvoiceDraft): Issue[] {
  return decimals > 2 ? [{ path: ["currency"], message: "must have at most 2 decimals" }] : [];
}

function checkDue({ amountDue, currency }: InvoiceDraft, max: string): Issue[] {
  const path = ["amountDue"];
  if (amountDue.lte(0)) return [{ path, message: "must be more than 0" }];
  if (amountDue.lte(max)) return [];
  return [{ path, message: `must be at most ${formatCurrency(currency, toDecimal(max))}` }];
}

function getPayee({ request }: InvoiceDraft): string {
  return request.payment?.accountName?.trim() || request.from.name.trim();
}

/** Returns the heading and the number: `Invoice 2026-014`. */
function getDescription(invoice: InvoiceDraft): string {
  return `${getDocumentName(invoice)} ${invoice.invoiceNumber}`;
}

function toSpayd(invoice: InvoiceDraft): string {
  const { request, amountDue, currency } = invoice;
  const { iban = "", bic = "" } = request.payment ?? {};
  const reference = getPaymentReference(invoice);
  const isSymbol = /^\d{1,10}$/.test(reference);
  return formatSpayd({
    iban: removeSpaces(iban),
    bic: removeSpaces(bic) || undefined,
    amount: amountDue,
    currency: currency.code,
    dueDate: request.dueDate,
    message: cutText(isSymbol ? getDescription(invoice) : reference, 60),
    variableSymbol: isSymbol ? reference : undefined,
  });
}

function toPix(invoice: InvoiceDraft): string {
  const { request, amountDue } = invoice;
  return formatPix({
    key: toPixKey(request.payment?.pixKey ?? "") ?? "",
    amount: amountDue,
    name: getPayee(invoice),
    city: request.from.city ?? "",
    reference: getPaymentReference(invoice),
  });
}

function toZatca({ request, issueDate, total, tax }: InvoiceDraft): string {
  return formatZatca({
    seller: request.from.name.trim(),
    vatNumber: toZatcaNumber(request.from.vatId ?? "") ?? "",
    time: `${issueDate}T${request.issueTime ?? "00:00:00"}Z`,
    total,
    tax,
  });
}

function toUpn(invoice: InvoiceDraft): string {
  return formatUpn({ ...toFormPayment(invoice), dueDate: invoice.request.dueDate });
}

function toHub3(invoice: InvoiceDraft): string {
  return formatHub3(toFormPayment(invoice));
}

function toFormPayment(invoice: InvoiceDraft): FormPayment {
  const { request, amountDue } = invoice;
  const { iban = "", purpose } = request.payment ?? {};
  return {
    payer: toFormParty(request.to, request.to.name),
    payee: toFormParty(request.from, getPayee(invoice)),
    amount: amountDue,
    iban: removeSpaces(iban),
    reference: getPaymentReference(invoice),
    purpose: purpose?.trim() || "OTHR",
    description: getDescription(invoice),
  };
}

/** Returns a party with the lines of a printed payment form. */
function toFormParty(
  { street = "", postalCode = "", city = "" }: InvoiceRequest["to"],
  name: string,
) {
  return {
    name: name.trim(),
    street: street.trim(),
    place: `${postalCode.trim()} ${city.trim()}`.trim(),
  };
}
