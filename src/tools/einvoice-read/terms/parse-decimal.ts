import { type Decimal, toDecimal } from "../../../lib/money/exact.ts";

/** An `xs:decimal`, which may lack digits on one side of its point. */
const DECIMAL = /^([+-]?)(\d{0,20})(?:\.(\d{0,20}))?$/;

/** Returns undefined for a text that is not a decimal, or has more than 20 digits on a side. */
export function parseDecimal(text = ""): Decimal | undefined {
  const [, sign = "", whole = "", fraction = ""] = DECIMAL.exec(text) ?? [];
  if (whole === "" && fraction === "") return undefined;
  return toDecimal(`${sign === "-" ? sign : ""}${whole || "0"}.${fraction || "0"}`);
}

/** Digits that a double has exactly. */
const MAX_DIGITS = 15;

/** Returns a decimal that a double has exactly, otherwise undefined. */
export function parseNumber(text: string | undefined): number | undefined {
  const plain = parseDecimal(text)?.toFixed();
  if (plain === undefined || plain.replaceAll(/\D|^-?0\.0*/g, "").length > MAX_DIGITS) {
    return undefined;
  }
  return Number(plain);
}
