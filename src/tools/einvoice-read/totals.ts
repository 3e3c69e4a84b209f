import { type Decimal, sum, ZERO } from "../../lib/money/exact.ts";
import { parseDecimal } from "./terms/parse-decimal.ts";
import type { GroupValue, TermValue } from "./terms/read-terms.ts";

/** Sums of a document by their terms in BG-22. */
const STATED = {
  lines: "BT-106",
  allowances: "BT-107",
  charges: "BT-108",
  net: "BT-109",
  tax: "BT-110",
  total: "BT-112",
  prepaid: "BT-113",
  rounding: "BT-114",
  due: "BT-115",
} as const;

type Total = keyof typeof STATED;

const NAMES = Object.keys(STATED) as Total[];

/** Sums that a document without such an amount leaves out. */
const OPTIONAL: ReadonlySet<Total> = new Set([
  "allowances",
  "charges",
  "tax",
  "prepaid",
  "rounding",
]);

/** Amounts of a document. A sum is null where the document has none or an unreadable one. */
type Amounts = Record<Total, number | null>;

/** The sums that a document states, those of its amounts, and the names of those that differ. */
export interface TotalsReport {
  stated: Amounts;
  computed: Amounts;
  differences: Total[];
}

/** Adds up the lines and groups of a document by EN 16931 (BR-CO-10 to BR-CO-16). */
export function reportTotals(members: readonly (TermValue | GroupValue)[]): TotalsReport {
  const amounts = collectAmounts(members);
  const stated = readStated(amounts);
  const computed = computeTotals(amounts, stated);
  return {
    stated: toNumbers(stated),
    computed: toNumbers(computed),
    differences: NAMES.filter((name) => !isSame(stated[name], computed[name])),
  };
}

type Decimals = Record<Total, Decimal | undefined>;

/** Collects the values of all terms by id. */
function collectAmounts(members: readonly (TermValue | GroupValue)[]): Map<string, string[]> {
  const amounts = new Map<string, string[]>();
  const visit = (member: TermValue | GroupValue): void => {
    if ("group" in member) return member.members.forEach(visit);
    const { term, value } = member;
    const values = amounts.get(term.id);
    if (values === undefined) amounts.set(term.id, [value]);
    else values.push(value);
  };
  members.forEach(visit);
  return amounts;
}

function readStated(amounts: ReadonlyMap<string, string[]>): Decimals {
  const read = (name: Total): Decimal | undefined => {
    const [value] = amounts.get(STATED[name]) ?? [];
    if (value === undefined) return OPTIONAL.has(name) ? ZERO : undefined;
    return parseDecimal(value);
  };
  return Object.fromEntries(NAMES.map((name) => [name, read(name)])) as Decimals;
}

/** A profile without lines or tax groups leaves the stated sums of them as they are. */
function computeTotals(amounts: ReadonlyMap<string, string[]>, stated: Decimals): Decimals {
  const add = (id: string) =>
    sum((amounts.get(id) ?? []).map((value) => parseDecimal(value) ?? ZERO));
  const lines = amounts.has("BT-131") ? add("BT-131") : stated.lines;
  const tax = amounts.has("BT-117") ? add("BT-117") : (stated.tax ?? ZERO);
  const [allowances, charges] = [add("BT-92"), add("BT-99")];
  const [prepaid, rounding] = [add("BT-113"), add("BT-114")];
  const net = lines?.minus(allowances).plus(charges) ?? stated.net ?? ZERO;
  const total = net.plus(tax);
  const due = total.minus(prepaid).plus(rounding);
  return { lines, allowances, charges, net, tax, total, prepaid, rounding, due };
}

function isSame(left: Decimal | undefined, right: Decimal | undefined): boolean {
  return left === undefined || right === undefined ? left === right : left.eq(right);
}

function toNumbers(totals: Decimals): Amounts {
  const entries = NAMES.map((name) => [name, totals[name]?.toNumber() ?? null] as const);
  return Object.fromEntries(entries) as Amounts;
}
