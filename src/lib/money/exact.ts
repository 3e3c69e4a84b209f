/**
 * A decimal, or what converts to one exactly: a number by its shortest text, or the text of a
 * number.
 */
export type DecimalInput = Decimal | number | string;

/** Powers that most amounts need. */
const POWERS = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent));

/** Returns 10^exponent. `exponent` is an integer of at least 0. */
export function toPowerOfTen(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}

/**
 * Returns `numerator / denominator` rounded once to an integer, half away from zero. The
 * denominator is positive.
 */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const twice = 2n * (numerator < 0n ? -numerator : numerator);
  const rounded = (twice + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

/** Returns `numerator / denominator` rounded down to an integer. The denominator is positive. */
function divideFloored(numerator: bigint, denominator: bigint): bigint {
  const truncated = numerator / denominator;
  return numerator < 0n && truncated * denominator !== numerator ? truncated - 1n : truncated;
}

/** An exact, immutable decimal of any size: `units` / 10^`scale`. */
export class Decimal {
  readonly units: bigint;
  /** An integer of at least 0. */
  readonly scale: number;

  constructor(units: bigint, scale: number) {
    this.units = units;
    this.scale = scale;
  }

  plus(addend: DecimalInput): Decimal {
    const decimal = toDecimal(addend);
    if (this.scale === decimal.scale) return new Decimal(this.units + decimal.units, this.scale);
    const scale = Math.max(this.scale, decimal.scale);
    return new Decimal(scaleUp(this, scale) + scaleUp(decimal, scale), scale);
  }

  minus(subtrahend: DecimalInput): Decimal {
    const decimal = toDecimal(subtrahend);
    return decimal.units === 0n && decimal.scale <= this.scale ? this : this.plus(decimal.neg());
  }

  times(factor: DecimalInput): Decimal {
    const decimal = toDecimal(factor);
    return new Decimal(this.units * decimal.units, this.scale + decimal.scale);
  }

  neg(): Decimal {
    return new Decimal(-this.units, this.scale);
  }

  abs(): Decimal {
    return this.units < 0n ? this.neg() : this;
  }

  /** Returns a negative number, 0 or a positive number, as the comparators of `Array.sort` do. */
  cmp(value: DecimalInput): number {
    const decimal = toDecimal(value);
    const scale = Math.max(this.scale, decimal.scale);
    const left = scaleUp(this, scale);
    const right = scaleUp(decimal, scale);
    return left < right ? -1 : Number(left > right);
  }

  eq(value: DecimalInput): boolean {
    return this.cmp(value) === 0;
  }

  lt(value: DecimalInput): boolean {
    return this.cmp(value) < 0;
  }

  lte(value: DecimalInput): boolean {
    return this.cmp(value) <= 0;
  }

  gt(value: DecimalInput): boolean {
    return this.cmp(value) > 0;
  }

  gte(value: DecimalInput): boolean {
    return this.cmp(value) >= 0;
  }

  /**
   * Returns the plain text, never with an exponent or as `-0`: rounded and padded to `places`
   * decimals, or without `places` exact and without trailing zeros.
   */
  toFixed(places?: number): string {
    if (places === undefined) return trimZeros(insertPoint(this.units, this.scale));
    return insertPoint(scaleUp(round(this, places), places), places);
  }

  /** Returns the nearest number. */
  toNumber(): number {
    const units = Number(this.units);
    // Both are exact, so that one division rounds correctly.
    const isExact = Number.isSafeInteger(units) && this.scale <= MAX_EXACT_POWER;
    return isExact ? units / 10 ** this.scale : Number(this.toFixed());
  }

  toString(): string {
    return this.toFixed();
  }

  toJSON(): string {
    return this.toFixed();
  }
}

function scaleUp({ units, scale }: { units: bigint; scale: number }, target: number): bigint {
  return scale === target ? units : units * toPowerOfTen(target - scale);
}

function insertPoint(units: bigint, decimals: number): string {
  if (decimals === 0) return units.toString();
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return `${units < 0n ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Removes the zeros at the end of the decimals, and a point without decimals. */
function trimZeros(text: string): string {
  if (!text.includes(".")) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === ZERO_CODE) end--;
  return text.slice(0, text.charCodeAt(end - 1) === POINT_CODE ? end - 1 : end);
}

const ZERO_CODE = 0x30;
const POINT_CODE = 0x2e;

/** Largest power of ten that a number represents exactly: one division by it rounds correctly. */
export const MAX_EXACT_POWER = 22;

/** The exponent has at most four digits, because ten to a larger one would not fit into memory. */
const NUMBER = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d{1,4}))?$/;

/** Converts a finite number or the text of one. Throws for anything else. */
export function toDecimal(value: DecimalInput): Decimal {
  if (value instanceof Decimal) return value;
  return (typeof value === "number" ? toSmallDecimal(value) : undefined) ?? parseDecimal(value);
}

/** Most decimals and largest units of the numbers that convert without their text. */
const MAX_SMALL_SCALE = 3;
const MAX_SMALL_UNITS = 1e15;

/**
 * Converts a number of up to 15 digits and 3 decimals, as amounts are. Of such decimals at most one
 * is nearest to a number, and it is the number's shortest text.
 */
function toSmallDecimal(value: number): Decimal | undefined {
  for (let scale = 0; scale <= MAX_SMALL_SCALE; scale++) {
    const units = Math.round(value * 10 ** scale);
    if (!(Math.abs(units) < MAX_SMALL_UNITS)) return undefined;
    if (units / 10 ** scale === value) return new Decimal(BigInt(units), scale);
  }
  return undefined;
}

function parseDecimal(value: DecimalInput): Decimal {
  const [, whole, fraction = "", exponent = "0"] = NUMBER.exec(String(value)) ?? [];
  if (whole === undefined) throw new Error(`${String(value)} is not a decimal number`);
  const units = BigInt(whole + fraction);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? new Decimal(units * toPowerOfTen(-scale), 0) : new Decimal(units, scale);
}

export const ZERO = toDecimal(0);

/** Returns the number of decimals without trailing zeros: 1 for 1.50, 0 for 1500. */
export function countDecimals(value: Decimal): number {
  const text = value.toFixed();
  const point = text.indexOf(".");
  return point === -1 ? 0 : text.length - point - 1;
}

/** Rounds half away from zero to `places` decimals. */
export function round(value: Decimal, places: number): Decimal {
  const { units, scale } = value;
  if (scale <= places) return value;
  return new Decimal(divideRounded(units, toPowerOfTen(scale - places)), places);
}

/** Returns a quotient with 20 decimals, rounded half away from zero. The divisor is positive. */
export function divide(dividend: Decimal, divisor: Decimal): Decimal {
  const numerator = dividend.units * toPowerOfTen(divisor.scale + QUOTIENT_DECIMALS);
  const denominator = divisor.units * toPowerOfTen(dividend.scale);
  return new Decimal(divideRounded(numerator, denominator), QUOTIENT_DECIMALS);
}

const QUOTIENT_DECIMALS = 20;

/** Rounds down to an integer. */
export function floor({ units, scale }: Decimal): bigint {
  return divideFloored(units, toPowerOfTen(scale));
}

/** Rounds to `places` decimals and converts to a number that is never -0. */
export function toNumber(value: Decimal, places: number): number {
  return round(value, places).toNumber() + 0;
}

/**
 * Largest result in minor units (cents), because a double cannot represent every integer beyond it.
 */
export const MAX_MINOR_UNITS = Number.MAX_SAFE_INTEGER;

export function sum(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), ZERO);
}
