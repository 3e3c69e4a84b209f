import {
  type Currency,
  formatPercent,
  formatQuantity,
  formatWithCode,
  getIntlCurrency,
  takePercent,
} from "../../lib/money/currency.ts";
import { type Decimal, toDecimal } from "../../lib/money/exact.ts";
import { WORK_TYPES } from "./agreement-types.ts";
import { collapseSpaces } from "./input-text.ts";
import type { ContractRequest } from "./schema.ts";

const DEFAULT_KILL_FEE_PERCENT = 25;

/** A part of the fee as printed: `25%` and `USD 1,250.00`. */
interface Share {
  percent: string;
  amount: string;
}

/** A part of the fee that is paid when it is reached. */
export interface Milestone {
  title: string;
  amount: string;
  dueDate?: string;
}

type InvoicingInterval = "weekly" | "biweekly" | "monthly";

/** The fee as printed, with its currency: `USD 5,000.00`. */
export type Fee =
  | { kind: "none" }
  /**
   * `upfront` is the payment before completion. Without its `balance` the whole fee is paid
   * upfront.
   */
  | { kind: "fixed"; amount: string; upfront?: Share & { balance?: string } }
  | { kind: "milestones"; amount: string; milestones: readonly Milestone[] }
  | { kind: "hourly"; rate: string; cap?: string; interval: InvoicingInterval }
  | { kind: "monthly"; amount: string };

/** The hours of a retainer as printed (`20 hours`), and its renewal. */
export interface RetainerTerms {
  hours: string;
  rolloverMonths: number;
  overageRate?: string;
  autoRenews: boolean;
  noticeDays: number;
}

export type Payment = NonNullable<ContractRequest["payment"]>;

/** The kind of fee that an agreement has, whatever members the request has for others. */
export function getFeeKind({ type, payment }: ContractRequest): Fee["kind"] {
  if (type === "retainer") return "monthly";
  if (!isWork(type)) return "none";
  return payment?.type ?? "fixed";
}

function isWork(type: ContractRequest["type"]): boolean {
  return (WORK_TYPES as readonly string[]).includes(type);
}

export function getCurrency(payment: Payment): Currency {
  return getIntlCurrency(payment.currency.toUpperCase());
}

export function parseAmount(amount: string | number): Decimal {
  return toDecimal(typeof amount === "string" ? amount.replaceAll(",", "") : amount);
}

/** Resolves the fee of a request that has the members of its kind. */
export function resolveFee(request: ContractRequest): Fee {
  const { payment } = request;
  const kind = getFeeKind(request);
  if (payment === undefined || kind === "none") return { kind: "none" };
  const currency = getCurrency(payment);
  const format = (amount: string | number = 0) => formatWithCode(currency, parseAmount(amount));
  const amount = format(payment.amount);
  if (kind === "monthly") return { kind, amount };
  if (kind === "hourly") {
    const { hourlyRate, cap, invoicingInterval: interval } = payment;
    const limit = cap === undefined ? {} : { cap: format(cap) };
    return { kind, rate: format(hourlyRate), ...limit, interval };
  }
  if (kind === "milestones") {
    const milestones = (payment.milestones ?? []).map(({ title, amount: part, dueDate }) => {
      const milestone = { title: collapseSpaces(title), amount: format(part) };
      return Object.assign(milestone, dueDate !== undefined && { dueDate });
    });
    return { kind, amount, milestones };
  }
  return { kind, amount, ...resolveUpfront(payment, currency) };
}

function resolveUpfront({ upfrontPercent: percent, amount: fee = 0 }: Payment, currency: Currency) {
  const amount = parseAmount(fee);
  const upfront = takePercent(currency, amount, percent ?? 0);
  if (percent === undefined || upfront.eq(0)) return {};
  const balance = amount.minus(upfront);
  const share = { percent: formatPercent(percent), amount: formatWithCode(currency, upfront) };
  if (balance.eq(0)) return { upfront: share };
  return { upfront: { ...share, balance: formatWithCode(currency, balance) } };
}

/** Returns the percentage of a kill fee that is switched on, else 0. */
export function getKillFeePercent({ clauses = { ipTransferOnPayment: true } }: ContractRequest) {
  const { killFeePercent, includeKillFee = killFeePercent !== undefined } = clauses;
  return includeKillFee ? (killFeePercent ?? DEFAULT_KILL_FEE_PERCENT) : 0;
}

/** Returns the kill fee of the whole fee, or of the most that hours may cost. */
export function resolveKillFee(request: ContractRequest): { killFee?: Share } {
  const { payment } = request;
  const kind = getFeeKind(request);
  if (payment === undefined || kind === "none" || kind === "monthly") return {};
  const currency = getCurrency(payment);
  const percent = getKillFeePercent(request);
  const whole = (kind === "hourly" ? payment.cap : payment.amount) ?? 0;
  const fee = takePercent(currency, parseAmount(whole), percent);
  if (fee.eq(0)) return {};
  return { killFee: { percent: formatPercent(percent), amount: formatWithCode(currency, fee) } };
}

/** Resolves the hours of a retainer. Returns undefined for other agreements. */
export function resolveRetainer({ type, payment, retainer }: ContractRequest) {
  if (type !== "retainer" || payment === undefined || retainer === undefined) return {};
  const { hoursPerMonth, rolloverMonths, overageRate, autoRenew, noticeDays } = retainer;
  const currency = getCurrency(payment);
  const hours = `${formatQuantity("USD", toDecimal(hoursPerMonth))} hour${hoursPerMonth === 1 ? "" : "s"}`;
  const terms: RetainerTerms = {
    hours,
    rolloverMonths,
    ...(overageRate !== undefined && {
      overageRate: formatWithCode(currency, parseAmount(overageRate)),
    }),
    autoRenews: autoRenew,
    noticeDays,
  };
  return { retainer: terms };
}
