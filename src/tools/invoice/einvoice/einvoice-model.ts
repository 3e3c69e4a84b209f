import type { TaxCategory } from "../../../domain/invoice/figures-input.ts";

/** An identifier and its scheme. */
export interface Identifier {
  id: string;
  scheme?: string | undefined;
}

/** A postal address (BG-5, BG-8, BG-15). */
export interface PostalAddress {
  line1?: string | undefined;
  line2?: string | undefined;
  line3?: string | undefined;
  city?: string | undefined;
  postalCode?: string | undefined;
  region?: string | undefined;
  /** ISO 3166 code. */
  country: string;
}

/** Seller (BG-4) or buyer (BG-7). */
export interface Party {
  name: string;
  /** BT-29, only for a seller without another identifier. */
  id?: string | undefined;
  /** BT-30, BT-47. */
  registration?: Identifier | undefined;
  /** BT-31, BT-48. */
  vatId?: string | undefined;
  /** BT-32, of the seller. */
  taxNumber?: string | undefined;
  /** BT-34, BT-49. */
  electronicAddress?: Identifier | undefined;
  address: PostalAddress;
  /** BG-6, BG-9. */
  contact: { name?: string | undefined; phone?: string | undefined; email?: string | undefined };
}

/** A tax category with its rate (BT-118, BT-119). Category O (not subject to VAT) has no rate. */
export interface Tax {
  category: TaxCategory;
  rate?: string | undefined;
}

/** An allowance or a charge on a line (BG-27). */
export interface LineAllowance {
  amount: string;
  base: string;
  percent?: string | undefined;
  reason: string;
}

/** A line (BG-25). Amounts and quantities are decimal texts. */
export interface EInvoiceLine {
  id: string;
  name: string;
  description?: string | undefined;
  /** BT-155. */
  itemId?: string | undefined;
  quantity: string;
  unit: string;
  /** BT-146, never negative. */
  price: string;
  /** BT-149, if the price is for more than one unit. */
  baseQuantity?: string | undefined;
  /** BT-131. */
  net: string;
  allowance?: LineAllowance | undefined;
  /** BG-26. */
  period?: { start: string; end: string } | undefined;
  tax: Tax;
}

/** An allowance (BG-20) or a charge (BG-21) on the document. */
export interface Allowance extends Omit<LineAllowance, "base"> {
  isCharge: boolean;
  /** UNTDID 5189 of an allowance, 7161 of a charge. */
  code: string;
  /** Set like the percentage, only if both yield the amount to the cent. */
  base?: string | undefined;
  tax: Tax;
}

/** An entry of the tax breakdown (BG-23). */
export interface TaxSubtotal {
  tax: Tax;
  basis: string;
  amount: string;
  exemptionReason?: string | undefined;
  exemptionCode?: string | undefined;
}

/** Payment by credit transfer (BG-16, BG-17). */
interface CreditTransfer {
  /** UNTDID 4461: 58 for SEPA, otherwise 30. */
  code: string;
  iban: string;
  bic?: string | undefined;
  accountName?: string | undefined;
}

/** The totals of a document (BG-22). */
interface EInvoiceTotals {
  lines: string;
  allowances?: string | undefined;
  charges?: string | undefined;
  withoutTax: string;
  tax: string;
  withTax: string;
  prepaid?: string | undefined;
  /** BT-114. */
  rounding?: string | undefined;
  due: string;
}

/** An invoice in the terms of EN 16931-1, before it is written in a syntax. */
export interface EInvoice {
  /** BT-24. */
  specification: string;
  /** BT-23. */
  process?: string | undefined;
  /** Scheme of BT-32 in UBL: FC by convention, TAX in Peppol. */
  taxScheme: "FC" | "TAX";
  isCreditNote: boolean;
  number: string;
  issueDate: string;
  dueDate?: string | undefined;
  currency: string;
  note?: string | undefined;
  buyerReference?: string | undefined;
  orderReference?: string | undefined;
  contractReference?: string | undefined;
  precedingInvoice?: { number: string; date?: string | undefined } | undefined;
  period?: { start: string; end: string } | undefined;
  deliveryDate?: string | undefined;
  /** BG-15, of an intra-community supply. */
  deliverTo?: { name: string; address: PostalAddress } | undefined;
  seller: Party;
  buyer: Party;
  payment?: CreditTransfer | undefined;
  /** BT-83. */
  paymentReference?: string | undefined;
  /** BT-20. */
  paymentTerms?: string | undefined;
  lines: EInvoiceLine[];
  allowances: Allowance[];
  taxes: TaxSubtotal[];
  totals: EInvoiceTotals;
}
