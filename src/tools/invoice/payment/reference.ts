import type { InvoiceDraft } from "../invoice-model.ts";

/** Returns the reference for payments: the request's, or the invoice's number. */
export function getPaymentReference({ request, invoiceNumber }: InvoiceDraft): string {
  return request.payment?.reference?.trim() || invoiceNumber;
}
