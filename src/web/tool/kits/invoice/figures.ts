import { parseNumber } from "../../../form/parse-number.ts";
import { listRows, type Values } from "../../../form/values.ts";

/** A sum under the items, such as "Tax (19%)" and "€1,436.33". */
interface Sum {
  label: string;
  amount: string;
}

/** The amounts of an invoice as its form is filled in, formatted. */
export interface Figures {
  /** By the rows of the form; rows without a valid quantity and rate have none. */
  lines: ReadonlyMap<number, string>;
  /** Subtotal, discount, tax and total; the last one is what is due. */
  sums: readonly Sum[];
}

/** A number as `units` / 10^`scale`. */
interface Exact {
  units: bigint;
  scale: number;
}

interface Line {
  /** Minor units of the currency. */
  amount: bigint;
  /** Category and rate of its tax. */
  group: string;
  rate: Exact;
}

/**
 * Computes the amounts as the API does: exactly, rounded half away from zero per line, discount and tax group. The page
 * computes them itself, because the API rejects an invoice that is still incomplete.
 */
export function toFigures(values: Values): Figures {
  const currency = values["currency"] || "USD";
  const decimals = currency === "JPY" ? 0 : 2;
  const rows = listRows(values, "items").flatMap((row) => {
    const line = toLine(values, row, decimals);
    return line ? [[row, line] as const] : [];
  });
  const show = (amount: bigint) => formatMinor(amount, currency, decimals);
  return {
    lines: new Map(rows.map(([row, { amount }]) => [row, show(amount)])),
    sums: toSums(
      values,
      rows.map(([, line]) => line),
      decimals,
    ).map(({ label, amount }) => ({ label, amount: show(amount) })),
  };
}

function toLine(values: Values, row: number, decimals: number): Line | undefined {
  const member = (name: string) => values[`items.${row}.${name}`] ?? "";
  const quantity = parseExact(member("quantity"));
  const price = parseExact(member("rate"));
  const ownRate = member("taxRate") || values["taxRate"] || "0";
  const rate = parseExact(ownRate) ?? ZERO;
  if (!quantity || !price) return undefined;
  const category = member("taxCategory") || values["taxCategory"] || (rate.units > 0n ? "S" : "");
  const units = quantity.units * price.units;
  return {
    amount: rescale({ units, scale: quantity.scale + price.scale }, decimals),
    group: `${category} ${parseNumber(ownRate)}`,
    rate,
  };
}

function toSums(
  values: Values,
  lines: readonly Line[],
  decimals: number,
): { label: string; amount: bigint }[] {
  const percentOff = parseExact(values["discount"] ?? "") ?? ZERO;
  const subtotal = add(lines);
  const discount = takePercent(subtotal, percentOff);
  const groups = [...new Set(lines.map(({ group }) => group))];
  let rest = discount;
  const taxes = groups.map((group, index) => {
    const members = lines.filter((line) => line.group === group);
    const net = add(members);
    // The last group takes the rest, so that the shares sum to the discount.
    const share = index === groups.length - 1 ? rest : takePercent(net, percentOff);
    rest -= share;
    return takePercent(net - share, members[0]?.rate ?? ZERO);
  });
  const tax = taxes.reduce((sum, one) => sum + one, 0n);
  const total = subtotal - discount + tax;
  const prepaid = rescale(parseExact(values["prepaid"] ?? "") ?? ZERO, decimals);
  const rate = groups.length > 1 ? "" : ` (${parseNumber(values["taxRate"] || "0")}%)`;
  return [
    { label: "Subtotal", amount: subtotal },
    ...(discount === 0n
      ? []
      : [{ label: `Discount (${parseNumber(values["discount"] ?? "")}%)`, amount: -discount }]),
    ...(tax === 0n ? [] : [{ label: `Tax${rate}`, amount: tax }]),
    { label: "Total", amount: total },
    ...(prepaid === 0n
      ? []
      : [
          { label: "Paid", amount: -prepaid },
          { label: "Amount due", amount: total - prepaid },
        ]),
  ];
}

const ZERO: Exact = { units: 0n, scale: 0 };

function add(lines: readonly Line[]): bigint {
  return lines.reduce((sum, { amount }) => sum + amount, 0n);
}

function takePercent(amount: bigint, { units, scale }: Exact): bigint {
  return rescale({ units: amount * units, scale: scale + 2 }, 0);
}

/** Reads a number as the API reads it: the shortest decimal text of its double. Undefined: it is not one. */
function parseExact(text: string): Exact | undefined {
  const number = parseNumber(text);
  if (!Number.isFinite(number)) return undefined;
  const [mantissa = "", exponent = "0"] = String(number).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const scale = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

/** Rounds half away from zero to this number of decimals. */
function rescale({ units, scale }: Exact, decimals: number): bigint {
  if (scale <= decimals) return units * 10n ** BigInt(decimals - scale);
  const divisor = 10n ** BigInt(scale - decimals);
  const absolute = units < 0n ? -units : units;
  const rounded = (absolute * 2n + divisor) / (divisor * 2n);
  return units < 0n ? -rounded : rounded;
}

/** Currency signs; other currencies are printed with their code. */
const SIGNS: Record<string, string> = {
  USD: "$",
  EUR: "€",
  GBP: "£",
  INR: "₹",
  JPY: "¥",
  CAD: "CA$",
  AUD: "A$",
};

/** Formats an amount in minor units like the document: in English, for rupees with groups of two digits. */
function formatMinor(amount: bigint, currency: string, decimals: number): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const groups = currency === "INR" ? /\B(?=(?:\d\d)*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g;
  const fraction = decimals === 0 ? "" : `.${digits.slice(-decimals)}`;
  const sign = SIGNS[currency] ?? `${currency}\u00a0`;
  return `${amount < 0n ? "-" : ""}${sign}${whole.replaceAll(groups, ",")}${fraction}`;
}
