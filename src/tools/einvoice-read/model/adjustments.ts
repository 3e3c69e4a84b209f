import type { Adjustment } from "../../../domain/invoice/figures-input.ts";
import { round, toDecimal } from "../../../lib/money/exact.ts";
import { parseNumber } from "../terms/parse-decimal.ts";
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
  /** Name where the document has no reason. */
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
  const lists = {
    allowances: [
      ...listEntries(document, ALLOWANCE, false),
      ...listEntries(document, CHARGE, true),
    ],
    charges: [...listEntries(document, CHARGE, false), ...listEntries(document, ALLOWANCE, true)],
  };
  const convert = (member: keyof typeof lists) =>
    lists[member].length === 0
      ? undefined
      : lists[member].map((entry, index) => toAdjustment(entry, `${member}.${index}`));
  return { allowances: convert("allowances"), charges: convert("charges") };
}

/** An allowance or a charge of the document. */
interface Entry {
  terms: Terms;
  ids: AdjustmentIds;
  isNegative: boolean;
}

function listEntries(document: Terms, ids: AdjustmentIds, isNegative: boolean): Entry[] {
  return document.groups(ids.group).flatMap((terms) => {
    const amount = terms.find(ids.amount);
    const hasSign = (parseNumber(amount?.value) ?? 0) < 0 === isNegative;
    return amount !== undefined && hasSign ? [{ terms, ids, isNegative }] : [];
  });
}

/** Of the invoice tool. */
const MAX_LABEL_LENGTH = 100;

/** Leaves out the code of a negative one, because allowances and charges have different lists. */
function toAdjustment({ terms, ids, isNegative }: Entry, path: string): RequestAdjustment {
  const label = terms.text(ids.reason, `${path}.label`, MAX_LABEL_LENGTH) ?? ids.name;
  const reasonCode = isNegative ? undefined : terms.text(ids.reasonCode, `${path}.reasonCode`);
  const figures = Object.assign(toAmount(terms, ids, path), toTax(terms, path, ids.tax));
  return Object.assign(figures, { label }, toMembers({ reasonCode }));
}

/** Returns percentage and basis if they yield the amount, otherwise the amount. */
function toAmount(terms: Terms, ids: AdjustmentIds, path: string) {
  const amount = terms.number(ids.amount, `${path}.amount`) ?? 0;
  const [percent = -1, basis = -1] = [ids.percent, ids.base].map((id) =>
    parseNumber(terms.find(id)?.value),
  );
  if (percent < 0 || percent > 100 || basis < 0) return { amount: Math.abs(amount) };
  const exact = toDecimal(basis).times(percent).times("0.01");
  if (!round(exact, 2).eq(toDecimal(amount))) return { amount: Math.abs(amount) };
  terms.text(ids.percent, `${path}.percent`);
  terms.text(ids.base, `${path}.basis`);
  return { percent, basis };
}
