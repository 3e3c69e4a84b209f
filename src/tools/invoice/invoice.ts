import { formatUtcDay } from "../../lib/dates/date.ts";
import { keepFirstPerPath, ValidationError } from "../../lib/errors.ts";
import { getFormatter } from "../../lib/money/localized.ts";
import type { ToolContext } from "../tool-context.ts";
import { checkInvoice } from "./checks.ts";
import type { Labels } from "./locale/labels.ts";
import { toCanonicalLocale, getLabels } from "./locale/locale.ts";
import { checkLogo, toLogo } from "../../pdf/logo/logo.ts";
import { checkPaymentCode, toPaymentCode } from "./payment/code.ts";
import { LABEL_NAMES } from "./label-schema.ts";
import { type InvoiceRequest, toLines, toTotals } from "./totals.ts";
import type { Invoice } from "./types.ts";

export type { Invoice } from "./types.ts";

/** Computes an invoice. Throws ValidationError with every broken rule that the schema cannot express. */
export function toInvoice(request: InvoiceRequest, context: Pick<ToolContext, "now">): Invoice {
  const lines = toLines(request);
  const totals = toTotals(lines, request);
  const locale = toCanonicalLocale(request.locale ?? "") ?? "en";
  const invoice: Invoice = {
    request,
    invoiceNumber: request.invoiceNumber.trim() || "INV-001",
    issueDate: request.issueDate ?? formatUtcDay(context.now()),
    isCreditNote: request.type === "credit-note",
    lines,
    isExtended: isExtended(request),
    locale,
    labels: { ...getLabels(locale), ...listReplacedLabels(request) },
    format: getFormatter(locale, request.currency),
    ...totals,
  };
  const issues = keepFirstPerPath([
    ...checkInvoice(request, lines, totals),
    ...checkPaymentCode(invoice),
    ...checkLogo(request.logo),
  ]);
  if (issues.length > 0) throw new ValidationError(issues);
  return { ...invoice, logo: toLogo(request.logo), paymentCode: toPaymentCode(invoice) };
}

function listReplacedLabels({ labels = {} }: InvoiceRequest): Partial<Labels> {
  const filled = LABEL_NAMES.flatMap((name) => {
    const label = labels[name]?.trim();
    return label ? [[name, label]] : [];
  });
  return Object.fromEntries(filled) as Partial<Labels>;
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

function hasOtherMembers(value: object, members: ReadonlySet<string>): boolean {
  return Object.keys(value).some((member) => !members.has(member));
}
