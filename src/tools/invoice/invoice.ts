import { formatUtcDay } from "../../lib/dates/date.ts";
import { type Issue, keepFirstPerPath, throwIssues, ValidationError } from "../../lib/errors.ts";
import { toLineAmounts, toTotals } from "../../domain/invoice/figures.ts";
import { type Currency, getIsoCurrency } from "../../lib/money/currency.ts";
import { toDecimal } from "../../lib/money/exact.ts";
import { getFormatter } from "../../lib/money/localized.ts";
import type { ToolContext } from "../tool-context.ts";
import { checkInvoice } from "./checks.ts";
import { trimToUndefined } from "./einvoice/parties.ts";
import type { Labels } from "./locale/labels.ts";
import { getDirection, getLabels, parseLocales, toFormatLocale } from "./locale/locale.ts";
import { type Logo, readLogo } from "../../lib/graphics/logo.ts";
import { checkPaymentCode, toPaymentCode } from "./payment/code.ts";
import { LABEL_NAMES } from "./label-schema.ts";
import type { Invoice, InvoiceLine, InvoiceRequest } from "./invoice-model.ts";

export type { Invoice } from "./invoice-model.ts";

/**
 * Computes an invoice. Throws ValidationError with every broken rule that the schema cannot
 * express.
 */
export function toInvoice(request: InvoiceRequest, context: Pick<ToolContext, "now">): Invoice {
  const currency = getIsoCurrency(request.currency);
  const lines = toLines(request, currency);
  const totals = toTotals(lines, request, currency);
  const [locale, second] = parseLocales(request.locale);
  // Names every member, because a spread takes half the time of the whole document.
  const invoice: Invoice = {
    subtotal: totals.subtotal,
    discount: totals.discount,
    allowances: totals.allowances,
    charges: totals.charges,
    net: totals.net,
    taxes: totals.taxes,
    tax: totals.tax,
    total: totals.total,
    withholding: totals.withholding,
    withheld: totals.withheld,
    prepaid: totals.prepaid,
    rounding: totals.rounding,
    payable: totals.payable,
    amountDue: totals.amountDue,
    request,
    currency,
    invoiceNumber: request.invoiceNumber.trim() || "INV-001",
    issueDate: request.issueDate ?? formatUtcDay(context.now()),
    type: request.type ?? "invoice",
    isCreditNote: request.type === "credit-note",
    lines,
    isExtended: isExtended(request),
    hasNewerFigures: hasNewerFigures(request),
    locale,
    direction: getDirection(locale),
    labels: replaceLabels(getLabels(locale), request),
    second: second === undefined ? undefined : toSecondLanguage(second),
    format: getFormatter(toFormatLocale(locale), currency),
    logo: undefined,
    paymentCode: undefined,
  };
  const { logo, issues: logoIssues } = checkLogo(request.logo);
  const issues = keepFirstPerPath([
    ...checkInvoice(invoice),
    ...checkPaymentCode(invoice),
    ...logoIssues,
  ]);
  throwIssues(issues);
  invoice.logo = logo;
  invoice.paymentCode = toPaymentCode(invoice);
  return invoice;
}

function toSecondLanguage(locale: string): Invoice["second"] {
  return { locale, direction: getDirection(locale), labels: getLabels(locale) };
}

function checkLogo(url: string | undefined): { logo?: Logo | undefined; issues: readonly Issue[] } {
  try {
    return { logo: readLogo(url), issues: [] };
  } catch (error) {
    if (error instanceof ValidationError) return { issues: error.issues };
    throw error;
  }
}

function toLines(request: InvoiceRequest, currency: Currency): InvoiceLine[] {
  return request.items.map((item) => {
    const { quantity, rate, gross, discount, amount, tax } = toLineAmounts(item, request, currency);
    const { description, per = 1, period } = item;
    // Names every member, because a spread costs as much as the figures themselves.
    return {
      quantity,
      rate,
      gross,
      discount,
      amount,
      tax,
      description,
      unit: trimToUndefined(item.unit),
      id: trimToUndefined(item.id),
      per: per === 1 ? undefined : toDecimal(per),
      period,
    };
  });
}

function replaceLabels(words: Labels, { labels }: InvoiceRequest): Labels {
  if (!labels) return words;
  const filled = LABEL_NAMES.flatMap((name) => {
    const label = labels[name]?.trim();
    return label ? [[name, label]] : [];
  });
  return { ...words, ...Object.fromEntries(filled) };
}

/** The members of requests before the tool was extended. */
const VERSION_1_MEMBERS = {
  request: new Set(
    "invoiceNumber issueDate dueDate currency accentColor from to items taxRate discount notes".split(
      " ",
    ),
  ),
  party: new Set(["name", "address", "email", "phone", "website"]),
  item: new Set(["description", "quantity", "rate"]),
};

function isExtended(request: InvoiceRequest): boolean {
  return (
    hasOtherMembers(request, VERSION_1_MEMBERS.request) ||
    hasOtherMembers(request.from, VERSION_1_MEMBERS.party) ||
    hasOtherMembers(request.to, VERSION_1_MEMBERS.party) ||
    request.items.some((item) => hasOtherMembers(item, VERSION_1_MEMBERS.item))
  );
}

/** The members that came with further types of documents, currencies and taxes. */
const NEWER_MEMBERS = {
  request: "issueTime validUntil paid taxes allowances charges withholding rounding design".split(
    " ",
  ),
  item: ["discount", "discountAmount", "period", "per", "taxes"],
  payment: ["pixKey", "purpose"],
};

function hasAny(value: object, members: readonly string[]): boolean {
  return members.some((member) => Object.hasOwn(value, member));
}

function hasNewerFigures(request: InvoiceRequest): boolean {
  const { type = "invoice" } = request;
  return (
    !["invoice", "credit-note"].includes(type) ||
    hasAny(request, NEWER_MEMBERS.request) ||
    hasAny(request.payment ?? {}, NEWER_MEMBERS.payment) ||
    request.items.some((item) => hasAny(item, NEWER_MEMBERS.item))
  );
}

function hasOtherMembers(value: object, members: ReadonlySet<string>): boolean {
  return Object.keys(value).some((member) => !members.has(member));
}
