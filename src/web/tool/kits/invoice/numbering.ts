import { DAY_MS, formatDay } from "../../../../lib/dates/date.ts";
import type { Values } from "../../../form/values.ts";
import { isExported } from "./exported.ts";

/** Numbers that are tried until one is free. */
const MAX_TRIES = 1000;

/** Returns the number after an invoice's number: `INV-0041` is followed by `INV-0042`. */
export function incrementNumber(number: string): string {
  const [, before = "", digits, after = ""] = /^(.*?)(\d+)(\D*)$/s.exec(number) ?? [];
  if (digits === undefined) return `${number}-2`;
  return before + String(BigInt(digits) + 1n).padStart(digits.length, "0") + after;
}

/** Types that share their numbers. */
const NUMBERED_TOGETHER = ["invoice", "credit-note"];

/** Returns the first number after that of a form that the sender has not used on this device. */
export function findNextNumber(values: Values): string {
  const type = values["type"] || "invoice";
  const types = NUMBERED_TOGETHER.includes(type) ? NUMBERED_TOGETHER : [type];
  let invoiceNumber = incrementNumber(values["invoiceNumber"] ?? "");
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (!types.some((used) => isExported({ ...values, type: used, invoiceNumber }))) break;
    invoiceNumber = incrementNumber(invoiceNumber);
  }
  return invoiceNumber;
}

/**
 * Returns the invoice that follows another, with the next number, today's date and as many days
 * until it is due. The dates of what was delivered are left out.
 */
export function createNextInvoice(values: Values, today: Date): Values {
  const { issueDate = "" } = values;
  const day = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate()) / DAY_MS;
  const shift = (name: string) => {
    const date = values[name] ?? "";
    if (date === "") return {};
    const days = (Date.parse(date) - Date.parse(issueDate)) / DAY_MS;
    return { [name]: formatDay(day + (days >= 0 ? days : 30)) };
  };
  return {
    ...omitDelivery(values),
    invoiceNumber: findNextNumber(values),
    issueDate: formatDay(day),
    ...shift("dueDate"),
    ...shift("validUntil"),
  };
}

/** Members about one delivery, which are wrong on the next invoice. */
const DELIVERY =
  /^(deliveryDate|servicePeriod\.|items\.\d+\.period\.|precedingInvoice\.|paid\.date)/;

function omitDelivery(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([path]) => !DELIVERY.test(path)));
}
