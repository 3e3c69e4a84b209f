import { type Path, ValidationError } from "../../lib/errors.ts";
import { countDecimals, type Decimal, toDecimal } from "../../lib/money/exact.ts";
import { formatWithCode } from "../../lib/money/currency.ts";
import {
  getCurrency,
  getFeeKind,
  getKillFeePercent,
  parseAmount,
  type Payment,
} from "./fee-terms.ts";
import { parseDeliverables } from "./input-text.ts";
import { toCanonicalLocale } from "./locale.ts";
import { type ContractRequest, MAX_DELIVERABLES } from "./schema.ts";

const MAX_AMOUNT = 1e12;

/** The rules of a request that a schema cannot express. */
export const TERM_RULES = [
  { members: ["project.startDate", "project.endDate"], check: checkDates },
  { members: ["project.deliverables"], check: checkDeliverables },
  { members: ["type"], check: checkPayment },
  { members: ["type", "payment.type"], check: checkAmountIsSet },
  { members: ["type", "payment.type"], check: checkRateIsSet },
  { members: ["type", "payment.type"], check: checkMilestonesAreSet },
  { members: ["type"], check: checkRetainer },
  ...["amount", "hourlyRate", "cap"].map((name) => ({
    members: [`payment.${name}`, "payment.currency"] as const,
    check: (request: ContractRequest) => checkAmount(request, name as "amount"),
  })),
  { members: ["payment.milestones", "payment.currency"], check: checkMilestoneAmounts },
  { members: ["retainer.overageRate", "payment.currency"], check: checkOverageRate },
  {
    members: ["type", "payment.type", "payment.milestones", "payment.amount", "payment.currency"],
    check: checkMilestoneSum,
  },
  { members: ["type", "payment.type", "payment.cap", "clauses"], check: checkKillFee },
  { members: ["locale"], check: checkLocale },
] as const;

function checkDates({ project: { startDate, endDate } }: ContractRequest): void {
  if (startDate === undefined || endDate === undefined || endDate >= startDate) return;
  throw ValidationError.at(["project", "endDate"], "must not be before startDate");
}

function checkDeliverables({ project }: ContractRequest): void {
  if (parseDeliverables(project.deliverables).length <= MAX_DELIVERABLES) return;
  throw ValidationError.at(
    ["project", "deliverables"],
    `must have at most ${MAX_DELIVERABLES} lines`,
  );
}

function throwRequired(path: Path): never {
  throw ValidationError.at(path, "is required");
}

function checkPayment(request: ContractRequest): void {
  if (!request.payment && getFeeKind(request) !== "none") throwRequired(["payment"]);
}

function checkAmountIsSet(request: ContractRequest): void {
  const { payment } = request;
  if (!payment || ["none", "hourly"].includes(getFeeKind(request))) return;
  if (payment.amount === undefined) throwRequired(["payment", "amount"]);
}

function checkRateIsSet(request: ContractRequest): void {
  const { payment } = request;
  if (!payment || getFeeKind(request) !== "hourly") return;
  if (payment.hourlyRate === undefined) throwRequired(["payment", "hourlyRate"]);
}

function checkMilestonesAreSet(request: ContractRequest): void {
  const { payment } = request;
  if (!payment || getFeeKind(request) !== "milestones") return;
  if (payment.milestones === undefined) throwRequired(["payment", "milestones"]);
}

function checkRetainer({ type, retainer }: ContractRequest): void {
  if (type === "retainer" && !retainer) throwRequired(["retainer", "hoursPerMonth"]);
}

function checkAmount({ payment }: ContractRequest, name: "amount" | "hourlyRate" | "cap"): void {
  if (payment?.[name] !== undefined) checkDecimals(payment, payment[name], ["payment", name]);
}

function checkOverageRate({ payment, retainer }: ContractRequest): void {
  if (!payment || retainer?.overageRate === undefined) return;
  checkDecimals(payment, retainer.overageRate, ["retainer", "overageRate"]);
}

function checkMilestoneAmounts({ payment }: ContractRequest): void {
  for (const [index, { amount }] of (payment?.milestones ?? []).entries()) {
    if (payment) checkDecimals(payment, amount, ["payment", "milestones", index, "amount"]);
  }
}

function checkDecimals(payment: Payment, text: string | number, path: Path): void {
  const amount = parseAmount(text);
  if (amount.gt(MAX_AMOUNT)) throw ValidationError.at(path, `must be at most ${MAX_AMOUNT}`);
  const currency = getCurrency(payment);
  const decimals = Math.min(2, currency.decimals);
  if (countDecimals(amount) <= decimals) return;
  throw ValidationError.at(path, `must have at most ${decimals} decimals in ${currency.code}`);
}

function checkMilestoneSum(request: ContractRequest): void {
  const { payment } = request;
  if (getFeeKind(request) !== "milestones" || payment?.amount === undefined) return;
  const { milestones } = payment;
  if (milestones === undefined) return;
  const amount = parseAmount(payment.amount);
  const sum = milestones.reduce<Decimal>(
    (total, milestone) => total.plus(parseAmount(milestone.amount)),
    toDecimal(0),
  );
  if (sum.eq(amount)) return;
  const currency = getCurrency(payment);
  const [added, wanted] = [sum, amount].map((value) => formatWithCode(currency, value));
  throw ValidationError.at(
    ["payment", "milestones"],
    `must add up to the amount, ${wanted}, and not to ${added}`,
  );
}

/** A kill fee is a part of an amount, which hours have only where they are limited. */
function checkKillFee(request: ContractRequest): void {
  if (getFeeKind(request) !== "hourly" || request.payment?.cap !== undefined) return;
  if (getKillFeePercent(request) === 0) return;
  throw ValidationError.at(["payment", "cap"], "is required for a kill fee of hourly work");
}

function checkLocale({ locale }: ContractRequest): void {
  if (!locale?.trim() || toCanonicalLocale(locale) !== undefined) return;
  throw ValidationError.at(["locale"], "must be a language tag such as en-GB");
}
