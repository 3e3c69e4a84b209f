import { throwIssues } from "../../../lib/errors.ts";
import type { Invoice } from "../invoice-model.ts";
import { toEInvoice } from "./build/to-einvoice.ts";
import { writeCii } from "./cii.ts";
import { checkProfileRules } from "./profile-rules.ts";
import { type EInvoiceProfile, PROFILES } from "./profiles.ts";
import { writeUbl } from "./ubl.ts";

/**
 * Writes an invoice as an electronic invoice in XML. Throws ValidationError with every member that
 * the profile needs and the invoice lacks. Valid by the official rules: EN 16931 1.3.16, XRechnung
 * 3.0, Peppol BIS Billing 3.0.19.
 */
export function writeEInvoice(invoice: Invoice, profile: EInvoiceProfile): string {
  const issues = checkProfileRules(invoice, profile);
  throwIssues(issues);
  const document = toEInvoice(invoice, profile);
  return PROFILES[profile].syntax === "ubl" ? writeUbl(document) : writeCii(document);
}
