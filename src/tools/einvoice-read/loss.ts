import type { Report } from "./task.ts";

const MAX_LENGTH = 1000;

/** BT-23 of XRechnung and Peppol, which the invoice tool writes in these formats. */
const BILLING = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

/** Returns the terms that a conversion loses, once each, separated by commas. */
export function formatLoss({ beyond, invoice }: Report, format: string): string {
  const isBilling = /^(?:xrechnung|peppol)/.test(format);
  const lost = beyond.filter(({ term, value }) => {
    return !(isBilling && term === "BT-23" && value === BILLING);
  });
  const unwritten = listUnwritten(invoice ?? {}, /cii|factur-x/.test(format));
  const terms = [...new Set([...lost.map(({ term }) => term ?? "other"), ...unwritten])].join(", ");
  // The header is Latin-1, in which an ellipsis is three dots.
  return terms.length <= MAX_LENGTH
    ? terms
    : `${terms.slice(0, terms.lastIndexOf(",", MAX_LENGTH))}, ...`;
}

/** Members of an input of the invoice tool that it does not always write. */
interface WrittenMembers {
  type?: string;
  dueDate?: string;
  from?: { vatId?: string };
  to?: { vatId?: string };
  items?: { taxCategory?: string }[];
  payment?: {
    iban?: string;
    bic?: string;
    accountName?: string;
    reference?: string;
    terms?: string;
  };
}

/** Lists terms that electronic invoices have no place for beside, or without, other terms. */
function listUnwritten(invoice: WrittenMembers, isCii: boolean): string[] {
  const { type, dueDate, from, to, items = [], payment = {} } = invoice;
  const { iban, bic, accountName, reference, terms } = payment;
  const hasAccount = iban !== undefined;
  const hasVat = !items.some(({ taxCategory }) => taxCategory === "O");
  const members = [
    // Without an account, a credit note states it in the terms of payment.
    ["BT-9", !hasAccount && type === "credit-note" && terms !== undefined && dueDate],
    ["BT-31", !hasVat && from?.vatId],
    ["BT-48", !hasVat && to?.vatId],
    ["BT-83", !hasAccount && !isCii && reference],
    ["BT-85", !hasAccount && accountName],
    ["BT-86", !hasAccount && bic],
  ] as const;
  return members.flatMap(([id, value]) => (value ? [id] : []));
}
