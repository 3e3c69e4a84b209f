import {
  type Currency,
  formatPercent,
  formatWithCode,
  getIntlCurrency,
  takePercent,
} from "../../lib/money/currency.ts";
import { ValidationError } from "../../lib/errors.ts";
import { countDecimals, type Decimal, toDecimal } from "../../lib/money/exact.ts";
import type { Input } from "../../lib/schema.ts";
import { toCanonicalLocale } from "./locale.ts";
import { type ContractInput, MAX_DELIVERABLES } from "./schema.ts";

/** A valid request with its defaults. */
export type ContractRequest = Input<typeof ContractInput>;

const MAX_AMOUNT = 1e12;
const DEFAULT_KILL_FEE_PERCENT = 25;

/** A part of the fee as printed: `25%` and `USD 1,250.00`. */
interface Share {
  percent: string;
  amount: string;
}

/** A party. Blank members are absent. */
export interface ContractParty {
  name: string;
  address?: string;
  email?: string;
}

/**
 * The resolved input that clauses are written from. Amounts and percentages are text; dates are
 * `YYYY-MM-DD`.
 */
export interface ContractTerms {
  freelancer: ContractParty;
  client: ContractParty;
  title: string;
  description?: string;
  deliverables: string[];
  startDate?: string;
  endDate?: string;
  fee: string;
  /**
   * The payment before completion; absent when there is none. Without `balance` the whole fee is
   * paid upfront.
   */
  upfront?: Share & { balance?: string };
  paymentTermsDays: number;
  latePaymentRate?: string;
  revisionRounds?: number;
  transfersRights: boolean;
  killFee?: Share;
  governingState?: string;
  hasConfidentiality: boolean;
  hasNonSolicitation: boolean;
  hasForceMajeure: boolean;
}

/** Resolves defaults, amounts and switches. Throws ValidationError for the first broken rule. */
export function resolveTerms(request: ContractRequest): ContractTerms {
  for (const { check } of TERM_RULES) check(request);
  const { project, payment, clauses = { ipTransferOnPayment: true } } = request;
  const currency = getIntlCurrency(payment.currency.toUpperCase());
  const amount = parseAmount(payment.amount);
  const deliverables = parseDeliverables(project.deliverables);
  return {
    freelancer: toParty(request.freelancer),
    client: toParty(request.client),
    title: collapseSpaces(project.title),
    ...removeBlank({ description: project.description }),
    deliverables,
    ...removeBlank({ startDate: project.startDate, endDate: project.endDate }),
    fee: formatWithCode(currency, amount),
    ...resolveUpfront(payment.upfrontPercent, amount, currency),
    paymentTermsDays: payment.paymentTermsDays,
    ...(payment.latePaymentRate ? { latePaymentRate: formatPercent(payment.latePaymentRate) } : {}),
    ...(clauses.revisionRounds === undefined ? {} : { revisionRounds: clauses.revisionRounds }),
    transfersRights: clauses.ipTransferOnPayment,
    ...resolveKillFee(clauses, amount, currency),
    ...removeBlank({
      governingState: clauses.governingState && collapseSpaces(clauses.governingState),
    }),
    hasConfidentiality: clauses.includeNDA ?? false,
    hasNonSolicitation: clauses.includeNonSolicitation ?? false,
    hasForceMajeure: clauses.includeForce ?? false,
  };
}

function toParty({ name, email, address }: ContractRequest["client"]): ContractParty {
  return { name: collapseSpaces(name), ...removeBlank({ address, email }) };
}

/**
 * Collapses runs of spaces, because a long run could push words to the start of a line on screen.
 */
function collapseSpaces(line: string): string {
  return line.trim().replace(/\s{2,}/g, " ");
}

/** Trims members and omits blank ones. */
function removeBlank<K extends string>(
  members: Record<K, string | undefined>,
): { [P in K]?: string } {
  const filled: { [P in K]?: string } = {};
  for (const key of Object.keys(members) as K[]) {
    const text = members[key]?.trim();
    if (text) filled[key] = text;
  }
  return filled;
}

function parseAmount(amount: string | number): Decimal {
  return toDecimal(typeof amount === "string" ? amount.replaceAll(",", "") : amount);
}

/** Strips bullets from the lines of a text, because the agreement prints its own. */
function parseDeliverables(deliverables: string | string[] | undefined): string[] {
  if (deliverables === undefined) return [];
  if (typeof deliverables !== "string") return deliverables.map(collapseSpaces);
  const entries = deliverables.split("\n").map((entry) => entry.trim().replace(/^[-*•]\s+/, ""));
  return entries.filter((entry) => entry !== "");
}

function resolveUpfront(percent: number | undefined, amount: Decimal, currency: Currency) {
  const upfront = takePercent(currency, amount, percent ?? 0);
  if (percent === undefined || upfront.eq(0)) return {};
  const balance = amount.minus(upfront);
  const share = { percent: formatPercent(percent), amount: formatWithCode(currency, upfront) };
  if (balance.eq(0)) return { upfront: share };
  return { upfront: { ...share, balance: formatWithCode(currency, balance) } };
}

function resolveKillFee(
  clauses: NonNullable<ContractRequest["clauses"]>,
  amount: Decimal,
  currency: Currency,
) {
  const { killFeePercent, includeKillFee = killFeePercent !== undefined } = clauses;
  const percent = killFeePercent ?? DEFAULT_KILL_FEE_PERCENT;
  const fee = takePercent(currency, amount, percent);
  if (!includeKillFee || fee.eq(0)) return {};
  return { killFee: { percent: formatPercent(percent), amount: formatWithCode(currency, fee) } };
}

/** The rules of a request that a schema cannot express. */
export const TERM_RULES = [
  { members: ["project.startDate", "project.endDate"], check: checkDates },
  { members: ["project.deliverables"], check: checkDeliverables },
  { members: ["payment.amount", "payment.currency"], check: checkAmount },
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

function checkAmount({ payment }: ContractRequest): void {
  const path = ["payment", "amount"];
  const amount = parseAmount(payment.amount);
  if (amount.gt(MAX_AMOUNT)) throw ValidationError.at(path, `must be at most ${MAX_AMOUNT}`);
  const currency = getIntlCurrency(payment.currency.toUpperCase());
  const decimals = Math.min(2, currency.decimals);
  if (countDecimals(amount) <= decimals) return;
  throw ValidationError.at(path, `must have at most ${decimals} decimals in ${currency.code}`);
}

function checkLocale({ locale }: ContractRequest): void {
  if (!locale?.trim() || toCanonicalLocale(locale) !== undefined) return;
  throw ValidationError.at(["locale"], "must be a language tag such as en-GB");
}
