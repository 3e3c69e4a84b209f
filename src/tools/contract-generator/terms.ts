import { formatWithCode, minorUnits, percentText, roundToMinor } from "../../lib/currency.ts";
import { ValidationError, type Issue } from "../../lib/errors.ts";
import { type Decimal, decimal } from "../../lib/money.ts";
import type { Input } from "../../lib/schema.ts";
import { type ContractInput, MAX_DELIVERABLES } from "./schema.ts";

type Asked = Input<typeof ContractInput>;

const MAX_AMOUNT = 1e12;
const USUAL_KILL_FEE_PERCENT = 25;

/** A part of the fee, ready to print: `25%` and `USD 1,250.00`. */
interface Share {
  percent: string;
  amount: string;
}

/** One side of the agreement; blank members are left out. */
export interface Party {
  name: string;
  address?: string;
  email?: string;
}

/** What the clauses are written from: every value settled, every amount and percentage as text. */
export interface Terms {
  freelancer: Party;
  client: Party;
  title: string;
  description?: string;
  deliverables: string[];
  startDate?: string;
  endDate?: string;
  fee: string;
  /** Absent: nothing is paid before completion. Without `balance` the whole fee is. */
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

/** Settles what was asked for. Throws InputError for what the schema cannot say. */
export function toTerms(asked: Asked): Terms {
  const { project, payment, clauses = { ipTransferOnPayment: true } } = asked;
  const currency = payment.currency.toUpperCase();
  const amount = toAmount(payment.amount);
  const deliverables = toDeliverables(project.deliverables);
  refuse(problemsOf(asked, { currency, amount, deliverables }));
  return {
    freelancer: toParty(asked.freelancer),
    client: toParty(asked.client),
    title: inOneRun(project.title),
    ...filled({ description: project.description }),
    deliverables,
    ...filled({ startDate: project.startDate, endDate: project.endDate }),
    fee: formatWithCode(currency, amount),
    ...upfrontOf(payment.upfrontPercent, amount, currency),
    paymentTermsDays: payment.paymentTermsDays,
    ...(payment.latePaymentRate ? { latePaymentRate: percentText(payment.latePaymentRate) } : {}),
    ...(clauses.revisionRounds === undefined ? {} : { revisionRounds: clauses.revisionRounds }),
    transfersRights: clauses.ipTransferOnPayment,
    ...killFeeOf(clauses, amount, currency),
    ...filled({ governingState: clauses.governingState && inOneRun(clauses.governingState) }),
    hasConfidentiality: clauses.includeNDA ?? false,
    hasNonSolicitation: clauses.includeNonSolicitation ?? false,
    hasForceMajeure: clauses.includeForce ?? false,
  };
}

function toParty({ name, email, address }: Asked["client"]): Party {
  return { name: inOneRun(name), ...filled({ address, email }) };
}

/** A run of spaces is one: it could push words to where, on a screen, they begin a line of their own. */
function inOneRun(line: string): string {
  return line.trim().replace(/\s{2,}/g, " ");
}

/** The members that hold more than white space, trimmed. */
function filled<K extends string>(members: Record<K, string | undefined>): { [P in K]?: string } {
  const kept: { [P in K]?: string } = {};
  for (const key of Object.keys(members) as K[]) {
    const text = members[key]?.trim();
    if (text) kept[key] = text;
  }
  return kept;
}

function toAmount(amount: string | number): Decimal {
  return decimal(typeof amount === "string" ? amount.replaceAll(",", "") : amount);
}

/** Lines often come with their own bullets; the agreement prints its own. */
function toDeliverables(given: string | string[] | undefined): string[] {
  if (given === undefined) return [];
  if (typeof given !== "string") return given.map(inOneRun);
  const entries = given.split("\n").map((entry) => entry.trim().replace(/^[-*•]\s+/, ""));
  return entries.filter((entry) => entry !== "");
}

function upfrontOf(percent: number | undefined, amount: Decimal, currency: string) {
  const upfront = shareOf(amount, percent ?? 0, currency);
  if (percent === undefined || upfront.eq(0)) return {};
  const balance = amount.minus(upfront);
  const share = { percent: percentText(percent), amount: formatWithCode(currency, upfront) };
  if (balance.eq(0)) return { upfront: share };
  return { upfront: { ...share, balance: formatWithCode(currency, balance) } };
}

function killFeeOf(clauses: NonNullable<Asked["clauses"]>, amount: Decimal, currency: string) {
  const { killFeePercent, includeKillFee = killFeePercent !== undefined } = clauses;
  const percent = killFeePercent ?? USUAL_KILL_FEE_PERCENT;
  const fee = shareOf(amount, percent, currency);
  if (!includeKillFee || fee.eq(0)) return {};
  return { killFee: { percent: percentText(percent), amount: formatWithCode(currency, fee) } };
}

function shareOf(amount: Decimal, percent: number, currency: string): Decimal {
  return roundToMinor(currency, amount.times(decimal(percent)).times("0.01"));
}

interface Settled {
  currency: string;
  amount: Decimal;
  deliverables: string[];
}

function problemsOf({ project }: Asked, { currency, amount, deliverables }: Settled): Issue[] {
  const problems: Issue[] = [];
  const report = (path: string[], message: string) => problems.push({ path, message });
  const { startDate, endDate } = project;
  if (startDate !== undefined && endDate !== undefined && endDate < startDate) {
    report(["project", "endDate"], "must not be before startDate");
  }
  if (deliverables.length > MAX_DELIVERABLES) {
    report(["project", "deliverables"], `must have at most ${MAX_DELIVERABLES} lines`);
  }
  if (amount.gt(MAX_AMOUNT)) report(["payment", "amount"], `must be at most ${MAX_AMOUNT}`);
  const decimals = Math.min(2, minorUnits(currency));
  if (!amount.round(decimals).eq(amount)) {
    report(["payment", "amount"], `must have at most ${decimals} decimals in ${currency}`);
  }
  return problems;
}

function refuse(problems: Issue[]): void {
  if (problems.length > 0) throw new ValidationError(problems);
}
