import type { Issue } from "../../lib/errors.ts";
import { checkFigures } from "./figure-checks.ts";
import type { Invoice, InvoiceRequest } from "./invoice-model.ts";

/** Lists every broken rule of a request that the schema cannot express. */
export function checkInvoice(invoice: Invoice): Issue[] {
  const { request } = invoice;
  return [
    ...checkDueDate(request),
    ...checkServicePeriod(request),
    ...checkValidUntil(request),
    ...checkPaid(request),
    ...checkFigures(invoice),
  ];
}

type Members<M extends keyof InvoiceRequest> = Pick<InvoiceRequest, M>;

export function checkDueDate({ issueDate, dueDate }: Members<"issueDate" | "dueDate">): Issue[] {
  if (issueDate === undefined || dueDate === undefined || issueDate <= dueDate) return [];
  return [{ path: ["dueDate"], message: "must not be before issueDate" }];
}

export function checkServicePeriod({ servicePeriod }: Members<"servicePeriod">): Issue[] {
  if (!servicePeriod || servicePeriod.end >= servicePeriod.start) return [];
  return [{ path: ["servicePeriod", "end"], message: "must not be before servicePeriod.start" }];
}

export function checkValidUntil({
  type,
  validUntil,
  issueDate,
}: Members<"type" | "validUntil" | "issueDate">): Issue[] {
  if (validUntil === undefined) return [];
  if (type !== "quote") return [{ path: ["validUntil"], message: "is for type quote" }];
  if (issueDate === undefined || validUntil >= issueDate) return [];
  return [{ path: ["validUntil"], message: "must not be before issueDate" }];
}

export function checkPaid({ type, paid }: Members<"type" | "paid">): Issue[] {
  return paid && type !== "receipt" ? [{ path: ["paid"], message: "is for type receipt" }] : [];
}
