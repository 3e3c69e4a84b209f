/**
 * Reads a coupon's digits from left to right. Fields of variable length begin with a digit that is
 * the length (VLI).
 */
class CouponReader {
  position = 0;
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  /** Takes one digit and checks that it is one of `allowed`. */
  takeCode(name: string, allowed: string): string {
    const digit = this.take(1, name);
    if (!allowed.includes(digit))
      throw new CouponError(`has the ${name} ${digit}, which does not exist`);
    return digit;
  }

  /** Takes a length digit and that many digits; `extra` is added to the length. */
  takeVariable(name: string, { allowed, extra = 0, none = "" }: VariableField): void {
    const digit = this.takeCode(`length of the ${name}`, allowed + none);
    if (digit !== none) this.take(Number(digit) + extra, name);
  }

  take(count: number, name: string): string {
    const digits = this.digits.slice(this.position, this.position + count);
    if (digits.length < count) throw new CouponError(`ends within the ${name}`);
    this.position += count;
    return digits;
  }

  /** Takes the indicator digit of an optional field and returns true if it is next. */
  takeIndicator(field: string): boolean {
    if (this.digits[this.position] !== field) return false;
    this.position++;
    return true;
  }

  end(): void {
    if (this.position < this.digits.length) throw new CouponError("has data after its last field");
  }
}

interface VariableField {
  /** The allowed length digits. */
  allowed: string;
  extra?: number;
  /** The length digit of an absent field. */
  none?: string;
}

class CouponError extends Error {}

/**
 * Returns the error in a coupon for AI (8110), or undefined for a valid one (North American Coupon
 * Application Guideline).
 */
export function checkCoupon(value: string, isDate: (text: string) => boolean): string | undefined {
  return runCouponReader(value, (reader) => readCoupon(reader, isDate));
}

/**
 * Returns the error in a coupon for AI (8112), or undefined for a valid one (AI (8112) Coupon Data
 * Specification).
 */
export function checkPositiveOffer(value: string): string | undefined {
  return runCouponReader(value, (reader) => {
    reader.takeCode("format", "01");
    reader.takeVariable("funder", { allowed: "0123456", extra: 6 });
    reader.take(6, "offer code");
    reader.takeVariable("serial number", { allowed: "0123456789", extra: 6 });
  });
}

/** Reads all digits of a coupon. Returns the error, or undefined for a valid one. */
function runCouponReader(value: string, read: (reader: CouponReader) => void): string | undefined {
  if (!/^\d*$/.test(value)) return "must have digits only";
  const reader = new CouponReader(value);
  try {
    read(reader);
    reader.end();
    return undefined;
  } catch (error) {
    if (error instanceof CouponError) return error.message;
    throw error;
  }
}

const REQUIREMENT = { allowed: "12345" };

function readCoupon(reader: CouponReader, isDate: (text: string) => boolean): void {
  reader.takeVariable("company prefix", { allowed: "0123456", extra: 6 });
  reader.take(6, "offer code");
  reader.takeVariable("save value", { allowed: "12345" });
  reader.takeVariable("purchase requirement", REQUIREMENT);
  reader.takeCode("purchase requirement code", "012349");
  reader.take(3, "purchase family code");
  if (reader.takeIndicator("1")) {
    reader.takeCode("additional purchase rules code", "0123");
    readFurtherPurchase(reader, "second");
  }
  if (reader.takeIndicator("2")) readFurtherPurchase(reader, "third");
  const expiration = reader.takeIndicator("3") ? readDate(reader, "expiration date", isDate) : "";
  const start = reader.takeIndicator("4") ? readDate(reader, "start date", isDate) : "";
  if (expiration && start && expiration < start) {
    throw new CouponError("expires before its start date");
  }
  if (reader.takeIndicator("5")) {
    reader.takeVariable("serial number", { allowed: "0123456789", extra: 6 });
  }
  if (reader.takeIndicator("6")) {
    reader.takeVariable("retailer's prefix", { allowed: "1234567", extra: 6 });
  }
  if (reader.takeIndicator("9")) readMiscellany(reader);
}

function readFurtherPurchase(reader: CouponReader, which: string): void {
  reader.takeVariable(`${which} purchase requirement`, REQUIREMENT);
  reader.takeCode(`${which} purchase requirement code`, "012349");
  reader.take(3, `${which} purchase family code`);
  reader.takeVariable(`${which} company prefix`, { allowed: "0123456", extra: 6, none: "9" });
}

function readDate(reader: CouponReader, name: string, isDate: (text: string) => boolean): string {
  const date = reader.take(6, name);
  if (!isDate(date)) throw new CouponError(`has the ${name} ${date}, which does not exist`);
  return date;
}

function readMiscellany(reader: CouponReader): void {
  reader.takeCode("save value code", "01256");
  reader.takeCode("item that the save value applies to", "012");
  reader.take(1, "store coupon flag");
  reader.takeCode("do-not-multiply flag", "01");
}
