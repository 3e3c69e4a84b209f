import { toLineAmounts, toTotals } from "../../../../domain/invoice/figures.ts";
import { listSums, type Sum } from "../../../../domain/invoice/list-sums.ts";
import {
  type FiguresRequest,
  type ItemFigures,
  TAX_CATEGORIES,
} from "../../../../domain/invoice/figures-input.ts";
import { getIsoDecimals } from "../../../../lib/codes/iso4217.ts";
import { formatCurrency, formatPercent, getIsoCurrency } from "../../../../lib/money/currency.ts";
import { ZERO } from "../../../../lib/money/exact.ts";
import { parseNumber } from "../../../form/parse-number.ts";
import { listPaths, listRows, type Values } from "../../../form/values.ts";

/** The amounts of an invoice as its form is filled in, formatted. */
export interface Figures {
  /** By the rows of the form; rows without a valid quantity and rate have none. */
  lines: ReadonlyMap<number, string>;
  /** From the subtotal down; the last one is what is due. */
  sums: readonly { label: string; amount: string }[];
}

/** Computes the amounts of a form that may be incomplete, which the API rejects. */
export function toFigures(values: Values): Figures {
  const { currency, request, rows, lines, totals } = computeFigures(values);
  return {
    lines: new Map(
      rows.map(({ row }, index) => [row, formatCurrency(currency, lines[index]?.amount ?? ZERO)]),
    ),
    sums: listSums(totals, request).map((sum) => ({
      label: formatLabel(sum),
      amount: formatCurrency(currency, sum.amount),
    })),
  };
}

/** Computes the exact figures of a form as the API computes them. */
export function computeFigures(values: Values) {
  const code = (values["currency"] ?? "").toUpperCase();
  // A link may contain any text.
  const currency = getIsoCurrency(getIsoDecimals(code) === undefined ? "USD" : code);
  const rows = listRows(values, "items").flatMap((row) => {
    const item = readItem(values, `items.${row}.`);
    return item ? [{ row, item }] : [];
  });
  const request = readRequest(
    values,
    rows.map(({ item }) => item),
  );
  const lines = rows.map(({ item }) => toLineAmounts(item, request, currency));
  return { currency, request, rows, lines, totals: toTotals(lines, request, currency) };
}

function readItem(values: Values, path: string): ItemFigures | undefined {
  const quantity = readNumber(values, `${path}quantity`);
  const rate = readNumber(values, `${path}rate`);
  if (quantity === undefined || rate === undefined) return undefined;
  return {
    quantity,
    rate,
    per: readPositive(values, `${path}per`),
    discount: readNumber(values, `${path}discount`),
    discountAmount: readNumber(values, `${path}discountAmount`),
    ...readTax(values, path),
  };
}

function readRequest(values: Values, items: ItemFigures[]): FiguresRequest {
  const { taxRate = 0, ...tax } = readTax(values, "");
  const readAdjustments = (member: string) =>
    readRows(values, member, (path) => ({
      label: values[`${path}label`] ?? "",
      amount: readNumber(values, `${path}amount`),
      percent: readNumber(values, `${path}percent`),
      basis: readNumber(values, `${path}basis`),
      ...readTax(values, path),
    }));
  return {
    type: values["type"],
    items,
    discount: readNumber(values, "discount") ?? 0,
    ...tax,
    taxRate,
    allowances: readAdjustments("allowances"),
    charges: readAdjustments("charges"),
    withholding: readRows(values, "withholding", (path) => ({
      label: values[`${path}label`] ?? "",
      rate: readNumber(values, `${path}rate`) ?? 0,
      basis: readNumber(values, `${path}basis`),
    })),
    prepaid: readNumber(values, "prepaid"),
    rounding: readPositive(values, "rounding"),
  };
}

function readTax(values: Values, path: string) {
  const category = values[`${path}taxCategory`];
  const taxes = readRows(values, `${path}taxes`, (row) => ({
    label: values[`${row}label`] ?? "",
    rate: readNumber(values, `${row}rate`) ?? 0,
    compound: values[`${row}compound`] === "true",
  }));
  return {
    taxRate: readNumber(values, `${path}taxRate`),
    taxCategory: TAX_CATEGORIES.find((code) => code === category),
    // A form without rows sends no list.
    taxes: taxes.length > 0 ? taxes : undefined,
  };
}

/** Reads the rows of a list that are not blank; `path` begins their members. */
function readRows<T>(values: Values, list: string, read: (path: string) => T): T[] {
  return listRows(values, list)
    .map((row) => `${list}.${row}`)
    .filter((row) => listPaths(values, row).some((path) => values[path]?.trim()))
    .map((row) => read(`${row}.`));
}

function readPositive(values: Values, path: string): number | undefined {
  const number = readNumber(values, path);
  return number !== undefined && number > 0 ? number : undefined;
}

function readNumber(values: Values, path: string): number | undefined {
  const number = parseNumber(values[path] ?? "");
  return Number.isFinite(number) ? number : undefined;
}

/** Labels of sums that the request does not name. */
const LABELS = {
  subtotal: "Subtotal",
  discount: "Discount",
  net: "Net amount",
  tax: "Tax",
  taxTotal: "Total tax",
  total: "Total",
  paid: "Paid",
  rounding: "Rounding",
  amountDue: "Amount due",
} as const;

function formatLabel(sum: Sum): string {
  const name = ("label" in sum ? sum.label : null) ?? LABELS[sum.kind as keyof typeof LABELS];
  const percent = "percent" in sum ? sum.percent : undefined;
  return percent === undefined ? name : `${name} (${formatPercent(percent)})`;
}
