import type { Adjustment } from "../../../domain/invoice/figures-input.ts";
import { round, toDecimal } from "../../../lib/money/exact.ts";
import { type Terms, toMembers } from "./ledger.ts";
import { toTax } from "./lines.ts";

/** Terms of an allowance or a charge of the document. */
interface AdjustmentIds {
  group: string;
  amount: string;
  base: string;
  percent: string;
  tax: { category: string; rate: string };
  reason: string;
  reasonCode: string;
  /** Name where the document gives no reason. */
  name: string;
}

const ALLOWANCE: AdjustmentIds = {
  group: "BG-20",
  amount: "BT-92",
  base: "BT-93",
  percent: "BT-94",
  tax: { category: "BT-95", rate: "BT-96" },
  reason: "BT-97",
  reasonCode: "BT-98",
  name: "Allowance",
};

const CHARGE: AdjustmentIds = {
  group: "BG-21",
  amount: "BT-99",
  base: "BT-100",
  percent: "BT-101",
  tax: { category: "BT-102", rate: "BT-103" },
  reason: "BT-104",
  reasonCode: "BT-105",
  name: "Charge",
};

type RequestAdjustment = Adjustment & { reasonCode?: string | undefined };

/** Returns allowances and charges. A negative allowance is a charge, and the other way round. */
export function toAdjustments(document: Terms): {
  allowances?: RequestAdjustment[] | undefined;
  charges?: RequestAdjustment[] | undefined;
} {
  const allowances = listAdjustments(document, ALLOWANCE, "allowances");
  const charges = listAdjustments(document, CHARGE, "charges");
  const all = {
    allowances: [...allowances.filter(isPositive), ...charges.filter(isNegative).map(negate)],
    charges: [...charges.filter(isPositive), ...allowances.filter(isNegative).map(negate)],
  };
  return {
    allowances: all.allowances.length === 0 ? undefined : all.allowances,
    charges: all.charges.length === 0 ? undefined : all.charges,
  };
}

function isNegative({ amount = 0 }: RequestAdjustment): boolean {
  return amount < 0;
}

function isPositive(adjustment: RequestAdjustment): boolean {
  return !isNegative(adjustment);
}

/** Without its code, because allowances and charges have different lists. */
function negate({ reasonCode: _code, amount = 0, ...adjustment }: RequestAdjustment) {
  return { ...adjustment, amount: -amount };
}

/** Of the invoice tool. */
const MAX_LABEL_LENGTH = 100;

function listAdjustments(document: Terms, ids: AdjustmentIds, member: string): RequestAdjustment[] {
  const groups = document.groups(ids.group).filter((terms) => terms.find(ids.amount));
  return groups.map((terms, index) => {
    const path = `${member}.${index}`;
    const label = terms.text(ids.reason, `${path}.label`, MAX_LABEL_LENGTH) ?? ids.name;
    const reasonCode = terms.text(ids.reasonCode, `${path}.reasonCode`);
    const figures = Object.assign(toAmount(terms, ids, path), toTax(terms, path, ids.tax));
    return Object.assign(figures, { label }, toMembers({ reasonCode }));
  });
}

/** Returns percentage and basis if they yield the amount, otherwise the amount. */
function toAmount(terms: Terms, ids: AdjustmentIds, path: string) {
  const amount = terms.number(ids.amount, `${path}.amount`) ?? 0;
  const [percent, basis] = [ids.percent, ids.base].map((id) => Number(terms.find(id)?.value));
  const isShare = percent !== undefined && basis !== undefined && percent >= 0 && percent <= 100;
  if (!isShare || !(basis >= 0)) return { amount };
  const exact = toDecimal(basis).times(percent).times("0.01");
  if (!round(exact, 2).eq(toDecimal(amount))) return { amount };
  terms.text(ids.percent, `${path}.percent`);
  terms.text(ids.base, `${path}.basis`);
  return { percent, basis };
}
