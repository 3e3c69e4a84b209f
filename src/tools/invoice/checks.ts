import { formatCurrency, isSafeAmount, getMaxAmount } from "../../lib/money/currency.ts";
import type { Issue, Path } from "../../lib/errors.ts";
import { type Decimal, ZERO } from "../../lib/money/money.ts";
import { isBic, isIban, removeSpaces } from "../../lib/payment/iban.ts";
import { isUpiId } from "../../lib/payment/upi.ts";
import { COUNTRIES, EAS_SCHEMES, ICD_SCHEMES, toUnitCode } from "./einvoice/codes.ts";
import { toVatId } from "./einvoice/vat-id.ts";
import { isLocale } from "./locale/locale.ts";
import { toWebLink } from "./links.ts";
import type { InvoiceRequest, InvoiceLine, Totals } from "./totals.ts";

/** Lists every broken rule of a request that the schema cannot express. */
export function checkInvoice(
  request: InvoiceRequest,
  lines: InvoiceLine[],
  totals: Totals,
): Issue[] {
  return [
    ...checkDates(request),
    ...checkSizes(request.currency, lines, totals),
    ...checkTaxes(request, lines),
    ...checkPrepaid(request, totals),
    ...checkParty("from", request.from),
    ...checkParty("to", request.to),
    ...request.items.flatMap(({ unit }, index) => checkUnit(["items", index, "unit"], unit)),
    ...checkPayment(request),
    ...checkLocale(request.locale),
  ];
}

function checkDates({ issueDate, dueDate, servicePeriod }: InvoiceRequest): Issue[] {
  const issues: Issue[] = [];
  if (issueDate !== undefined && dueDate !== undefined && issueDate > dueDate) {
    issues.push({ path: ["dueDate"], message: "must not be before issueDate" });
  }
  if (servicePeriod && servicePeriod.end < servicePeriod.start) {
    issues.push({
      path: ["servicePeriod", "end"],
      message: "must not be before servicePeriod.start",
    });
  }
  return issues;
}

/** Reports lines that are too large. Reports sums that are only if no line is, because a large line causes a large sum. */
function checkSizes(currency: string, lines: InvoiceLine[], { subtotal, total }: Totals): Issue[] {
  const isTooLarge = (amount: Decimal) => !isSafeAmount(currency, amount);
  const linePaths = lines.flatMap(({ amount }, index) =>
    isTooLarge(amount) ? [["items", index] as const] : [],
  );
  const areSumsTooLarge = linePaths.length === 0 && [subtotal, total].some(isTooLarge);
  const paths = areSumsTooLarge ? [["items"]] : linePaths;
  return paths.map((path) => ({
    path,
    message: `must come to at most ${formatCurrency(currency, getMaxAmount(currency))}`,
  }));
}

/** Reports rates that their tax category does not allow. Reports a rate of the whole request once, not for every line. */
function checkTaxes({ items }: InvoiceRequest, lines: InvoiceLine[]): Issue[] {
  const issues = new Map<string, Issue>();
  lines.forEach(({ category, taxRate }, index) => {
    const rule = checkRate(category, taxRate);
    if (rule === undefined) return;
    const item = items[index];
    const isOwn = item?.taxRate !== undefined || item?.taxCategory !== undefined;
    const path: Path = isOwn ? ["items", index, "taxRate"] : ["taxRate"];
    issues.set(path.join(), { path, message: rule });
  });
  return [...issues.values()];
}

function checkRate(category: InvoiceLine["category"], rate: number): string | undefined {
  if (category === "S" && rate === 0) return "must be more than 0 for taxCategory S";
  const isZero = category !== null && ["Z", "E", "AE", "K", "G", "O"].includes(category);
  return isZero && rate > 0 ? `must be 0 for taxCategory ${category}` : undefined;
}

function checkPrepaid({ currency, prepaid }: InvoiceRequest, { prepaid: paid, total }: Totals) {
  if (prepaid === undefined) return [];
  const max = total.lt(0) ? ZERO : total;
  const issues: Issue[] = [];
  if (paid.gt(max)) {
    const rule = `must be at most the total, ${formatCurrency(currency, max)}`;
    issues.push({ path: ["prepaid"], message: rule });
  }
  return issues;
}

function checkParty(
  role: "from" | "to",
  { countryCode, vatId, registrationId, electronicAddress }: InvoiceRequest["from" | "to"],
): Issue[] {
  const issues: Issue[] = [];
  const report = (path: string[], message: string) =>
    issues.push({ path: [role, ...path], message });
  const country = countryCode?.trim().toUpperCase();
  if (country && !COUNTRIES.has(country)) {
    report(["countryCode"], "must be an ISO 3166 country code of two letters");
  }
  if (vatId?.trim() && toVatId(vatId) === undefined) {
    report(["vatId"], "must begin with its country's two letters, such as DE (Greece: EL)");
  }
  if (typeof registrationId === "object" && !ICD_SCHEMES.has(registrationId.scheme.trim())) {
    report(["registrationId", "scheme"], "must be an ISO 6523 code, such as 0106");
  }
  const scheme = electronicAddress?.scheme.trim().toUpperCase();
  if (scheme !== undefined && !EAS_SCHEMES.has(scheme)) {
    report(["electronicAddress", "scheme"], "must be a code of the EAS list, such as 0204 or EM");
  }
  return issues;
}

function checkUnit(path: Path, unit: string | undefined): Issue[] {
  if (!unit?.trim() || toUnitCode(unit) !== undefined) return [];
  const words = "piece, hour, day, month, kg, km or m";
  return [{ path, message: `must be a UN/ECE Recommendation 20 code, such as HUR, or ${words}` }];
}

function checkPayment({ payment }: InvoiceRequest): Issue[] {
  const { iban = "", bic = "", link = "", upiId = "" } = payment ?? {};
  const rules: [string, string, (text: string) => boolean, string][] = [
    ["iban", removeSpaces(iban), isIban, "must be a valid IBAN"],
    ["bic", removeSpaces(bic), isBic, "must be a BIC of 8 or 11 characters"],
    ["link", link.trim(), (text) => toWebLink(text) !== undefined, "must be a web address"],
    ["upiId", upiId.trim(), isUpiId, "must be written name@bank"],
  ];
  return rules
    .filter(([, text, isValid]) => text !== "" && !isValid(text))
    .map(([member, , , rule]) => ({ path: ["payment", member], message: rule }));
}

function checkLocale(locale: string | undefined): Issue[] {
  if (!locale?.trim() || isLocale(locale)) return [];
  return [{ path: ["locale"], message: "must be a tag in en, de, fr, es, it, nl, pt or pl" }];
}
