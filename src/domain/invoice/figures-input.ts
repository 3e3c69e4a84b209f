/** Tax categories of EN 16931 (UNTDID 5305). */
export const TAX_CATEGORIES = ["S", "Z", "E", "AE", "K", "G", "O", "L", "M"] as const;

/** A tax category's code. */
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** A tax with a name of its own, such as GST. */
export interface NamedTax {
  label: string;
  /** In percent. */
  rate: number;
  /** True: charged on the taxes before it in the list, too. */
  compound?: boolean | undefined;
}

/** The tax of a line, an allowance or a charge: a rate with a category, or named taxes. */
export interface TaxChoice {
  /** In percent. */
  taxRate?: number | undefined;
  taxCategory?: TaxCategory | undefined;
  taxes?: readonly NamedTax[] | undefined;
}

export interface ItemFigures extends TaxChoice {
  quantity: number;
  /** Absent in a delivery note without prices. */
  rate?: number | undefined;
  /** The number of units that `rate` is the price of. Default: 1. */
  per?: number | undefined;
  /** In percent. */
  discount?: number | undefined;
  discountAmount?: number | undefined;
}

/** An allowance or a charge on the document: an amount, or a percentage of a basis. */
export interface Adjustment extends TaxChoice {
  label: string;
  amount?: number | undefined;
  percent?: number | undefined;
  /** Default: the subtotal. */
  basis?: number | undefined;
}

/** A tax that the buyer keeps back from the payment. */
export interface Withholding {
  label: string;
  /** In percent. */
  rate: number;
  /** Default: the net amount of the invoice. */
  basis?: number | undefined;
}

/** The members of an invoice's request that its figures are computed from. */
export interface FiguresRequest extends TaxChoice {
  type?: string | undefined;
  items: readonly ItemFigures[];
  /** In percent of the subtotal. */
  discount: number;
  taxRate: number;
  allowances?: readonly Adjustment[] | undefined;
  charges?: readonly Adjustment[] | undefined;
  withholding?: readonly Withholding[] | undefined;
  prepaid?: number | undefined;
  /** The amount due is a multiple of it. */
  rounding?: number | undefined;
}
