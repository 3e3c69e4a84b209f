import { Type } from "typebox";
import { plainText } from "./text-schema.ts";

/** The printed words that a request can replace. */
export const LABEL_NAMES = [
  "invoice",
  "creditNote",
  "from",
  "to",
  "issued",
  "due",
  "description",
  "quantity",
  "rate",
  "amount",
  "subtotal",
  "discount",
  "tax",
  "total",
  "paid",
  "amountDue",
  "notes",
  "page",
  "of",
  "quote",
  "proforma",
  "receipt",
  "deliveryNote",
  "validUntil",
  "unit",
  "charge",
  "allowance",
  "withheld",
  "rounding",
  "net",
] as const;

/** A printed word that a request can replace. */
type LabelName = (typeof LABEL_NAMES)[number];

/** Printed words to replace, by their names. */
export const Labels = Type.Object(
  Object.fromEntries(
    LABEL_NAMES.map((name) => [name, plainText(40, `Word for ${name}.`)]),
  ) as Record<LabelName, ReturnType<typeof plainText>>,
  { description: "Printed words to replace, such as tax: VAT." },
);
