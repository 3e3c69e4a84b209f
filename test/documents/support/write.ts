import { compileInput } from "#src/lib/input/input.js";
import { writeEInvoice } from "#src/tools/invoice/einvoice/einvoice.js";
import type { EInvoiceProfile } from "#src/tools/invoice/einvoice/profiles.js";
import { type Invoice, toInvoice } from "#src/tools/invoice/invoice.js";
import { InvoiceInput } from "#src/tools/invoice/schema.js";
import type { Request } from "./invoices.ts";

const read = compileInput(InvoiceInput);

/**
 * Computes an invoice as the tool does on 2026-03-02. Undefined members are omitted, as in JSON.
 */
export function createInvoice(request: Request): Invoice {
  const body: unknown = JSON.parse(JSON.stringify(request));
  return toInvoice(read(body), { now: () => Date.UTC(2026, 2, 2) });
}

/** Writes a request as an electronic invoice. */
export function writeXml(request: Request, profile: EInvoiceProfile): string {
  return writeEInvoice(createInvoice(request), profile);
}
