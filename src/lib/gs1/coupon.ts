/**
 * Reads a coupon's digits from left to right. Fields of variable length begin with a digit that is the length (VLI).
 */
class CouponReader {
  position = 0;
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  /** Takes one digit and checks that it is one of `allowed`. */
  code(name: string, allowed: string): string {
    const digit = this.take(1, name);
    if (!allowed.includes(digit))
      throw new CouponError(`has the ${name} ${digit}, which does not exist`);
    return digit;
  }

  /** Takes a length digit and as many digits as it announces; `extra` is added to it. */
  variable(name: string, { allowed, extra = 0, none = "" }: VariableField): void {
    const digit = this.code(`length of the ${name}`, allowed + none);
    if (digit !== none) this.take(Number(digit) + extra, name);
  }

  take(count: number, name: string): string {
    const digits = this.digits.slice(this.position, this.position + count);
    if (digits.length < count) throw new CouponError(`ends within the ${name}`);
    this.position += count;
    return digits;
  }

  /** Takes the digit that announces an optional field, if it is next. */
  announces(field: string): boolean {
    if (this.digits[this.position] !== field) return false;
    this.position++;
    return true;
  }

  end(): void {
    if (this.position < this.digits.length) throw new CouponError("has data after its last field");
  }
}

interface VariableField {
  /** Length digits that can stand before the field. */
  allowed: string;
  extra?: number;
  /** The length digit of a field that is left out. */
  none?: string;
}

class CouponError extends Error {}

/** Returns what is wrong with a coupon for AI (8110), or undefined (North American Coupon Application Guideline). */
export function checkCoupon(value: string, isDate: (text: string) => boolean): string | undefined {
  return findCouponProblem(value, (reader) => readCoupon(reader, isDate));
}

/** Returns what is wrong with a coupon for AI (8112), or undefined (AI (8112) Coupon Data Specification). */
export function checkPositiveOffer(value: string): string | undefined {
  return findCouponProblem(value, (reader) => {
    reader.code("format", "01");
    reader.variable("funder", { allowed: "0123456", extra: 6 });
    reader.take(6, "offer code");
    reader.variable("serial number", { allowed: "0123456789", extra: 6 });
  });
}

function findCouponProblem(
  value: string,
  read: (reader: CouponReader) => void,
): string | undefined {
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
  reader.variable("company prefix", { allowed: "0123456", extra: 6 });
  reader.take(6, "offer code");
  reader.variable("save value", { allowed: "12345" });
  reader.variable("purchase requirement", REQUIREMENT);
  reader.code("purchase requirement code", "012349");
  reader.take(3, "purchase family code");
  if (reader.announces("1")) {
    reader.code("additional purchase rules code", "0123");
    readFurtherPurchase(reader, "second");
  }
  if (reader.announces("2")) readFurtherPurchase(reader, "third");
  const expiration = reader.announces("3") ? readDate(reader, "expiration date", isDate) : "";
  const start = reader.announces("4") ? readDate(reader, "start date", isDate) : "";
  if (expiration && start && expiration < start) {
    throw new CouponError("expires before its start date");
  }
  if (reader.announces("5")) {
    reader.variable("serial number", { allowed: "0123456789", extra: 6 });
  }
  if (reader.announces("6")) {
    reader.variable("retailer's prefix", { allowed: "1234567", extra: 6 });
  }
  if (reader.announces("9")) readMiscellany(reader);
}

function readFurtherPurchase(reader: CouponReader, which: string): void {
  reader.variable(`${which} purchase requirement`, REQUIREMENT);
  reader.code(`${which} purchase requirement code`, "012349");
  reader.take(3, `${which} purchase family code`);
  reader.variable(`${which} company prefix`, { allowed: "0123456", extra: 6, none: "9" });
}

function readDate(reader: CouponReader, name: string, isDate: (text: string) => boolean): string {
  const date = reader.take(6, name);
  if (!isDate(date)) throw new CouponError(`has the ${name} ${date}, which does not exist`);
  return date;
}

function readMiscellany(reader: CouponReader): void {
  reader.code("save value code", "01256");
  reader.code("item that the save value applies to", "012");
  reader.take(1, "store coupon flag");
  reader.code("do-not-multiply flag", "01");
}
