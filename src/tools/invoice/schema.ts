import { Type } from "typebox";
import {
  calendarDate,
  enumOf,
  multiLine,
  optionalWithDefault,
  describeForClients,
  singleLine,
} from "../../lib/schema.ts";
import { Labels } from "./label-schema.ts";
import { Buyer, Seller } from "./party-schema.ts";
import { Payment } from "./payment-schema.ts";
import { FILLED, NO_CONTROLS, plainText, shortText } from "./text-schema.ts";

const MAX_MONEY = 1e12;
const MAX_QUANTITY = 1e9;
/** Maximum characters of a logo's data URL: 256 KiB. */
const MAX_LOGO_CHARACTERS = 256 * 1024;

/** Tax categories of EN 16931 (UNTDID 5305). */
const TAX_CATEGORIES = ["S", "Z", "E", "AE", "K", "G", "O", "L", "M"] as const;

/** A tax category's code. */
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

const Percent = (description: string) =>
  optionalWithDefault(Type.Number({ minimum: 0, maximum: 100, "x-unit": "%", description }), 0);

const Category = (description: string) =>
  Type.Optional(
    enumOf(TAX_CATEGORIES, {
      "x-titles": {
        S: "S: standard rate",
        Z: "Z: zero rate",
        E: "E: exempt",
        AE: "AE: reverse charge",
        K: "K: intra-community",
        G: "G: export",
        O: "O: outside of tax",
        L: "L: IGIC",
        M: "M: IPSI",
      },
      description,
    }),
  );

const Item = Type.Object({
  description: multiLine(1, 2000, {
    ...FILLED,
    ...NO_CONTROLS,
    ...describeForClients("What is charged."),
  }),
  quantity: Type.Number({
    minimum: -MAX_QUANTITY,
    maximum: MAX_QUANTITY,
    ...describeForClients("How many units; negative for a return."),
  }),
  rate: Type.Number({
    minimum: -MAX_MONEY,
    maximum: MAX_MONEY,
    description: "Price of one; negative for a credit.",
  }),
  taxRate: Type.Optional(
    Type.Number({ minimum: 0, maximum: 100, "x-unit": "%", description: "Replaces taxRate." }),
  ),
  taxCategory: Category("Replaces taxCategory."),
  unit: shortText(
    10,
    "UN/ECE Recommendation 20 code, or piece (default), hour, day, month, kg, km, m.",
  ),
  id: shortText(100, "The seller's number of the item."),
});

/** Input of the invoice tool. */
export const InvoiceInput = Type.Object({
  invoiceNumber: optionalWithDefault(
    singleLine(0, 64, { ...NO_CONTROLS, ...describeForClients("Number of the invoice.") }),
    "INV-001",
  ),
  issueDate: Type.Optional(
    calendarDate({ "x-days-from-today": 0, description: "Defaults to today (UTC)." }),
  ),
  dueDate: Type.Optional(
    calendarDate({ "x-days-from-today": 30, description: "Not before the issue date." }),
  ),
  currency: optionalWithDefault(
    enumOf(
      ["USD", "EUR", "GBP", "INR", "JPY", "CAD", "AUD", "CHF", "SGD", "AED"],
      describeForClients("Currency of all amounts."),
    ),
    "USD",
  ),
  accentColor: optionalWithDefault(
    Type.String({
      pattern: "^#[0-9A-Fa-f]{6}$",
      "x-message": "must be a color written #rrggbb",
      description: "Color of the brand bar, written #rrggbb.",
    }),
    // A blue with a contrast of 6.7 to 1 against white.
    "#1d4ed8",
  ),
  from: Seller,
  to: Buyer,
  items: Type.Array(Item, {
    minItems: 1,
    maxItems: 100,
    ...describeForClients("What is charged, in order."),
  }),
  taxRate: Percent("Applied after the discount."),
  discount: Percent("Percent taken off the subtotal."),
  notes: Type.Optional(
    multiLine(0, 5000, { ...NO_CONTROLS, ...describeForClients("Text below the totals.") }),
  ),
  type: Type.Optional(enumOf(["invoice", "credit-note"], { description: "Defaults to invoice." })),
  buyerReference: shortText(100, "Number that the buyer asks for, such as a Leitweg-ID."),
  orderReference: Type.Optional(
    singleLine(0, 100, { ...NO_CONTROLS, "x-alias": "poNumber", description: "Purchase order." }),
  ),
  contractReference: plainText(100, "Number of the contract."),
  precedingInvoice: Type.Optional(
    Type.Object(
      {
        number: singleLine(1, 100, {
          ...FILLED,
          ...NO_CONTROLS,
          ...describeForClients("Its number."),
        }),
        date: Type.Optional(calendarDate(describeForClients("Its issue date."))),
      },
      { description: "The invoice that this one corrects." },
    ),
  ),
  deliveryDate: Type.Optional(calendarDate(describeForClients("The day of the delivery."))),
  servicePeriod: Type.Optional(
    Type.Object(
      {
        start: calendarDate(describeForClients("First day.")),
        end: calendarDate(describeForClients("Last day.")),
      },
      describeForClients("Period in which the service was rendered."),
    ),
  ),
  taxCategory: Category(
    "S standard (default when the rate is above 0), Z zero, E exempt, AE reverse charge, K intra-community, G export, O outside of tax, L IGIC, M IPSI.",
  ),
  taxExemptionReason: shortText(
    500,
    "Printed where no tax is charged; defaults to the usual phrase.",
  ),
  prepaid: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: MAX_MONEY,
      description: "Already paid, at most the total.",
    }),
  ),
  payment: Type.Optional(Payment),
  logo: Type.Optional(
    Type.String({
      maxLength: MAX_LOGO_CHARACTERS,
      "x-file": { accept: "image/png,image/jpeg,image/svg+xml", as: "data-url" },
      description: "PNG, JPEG or SVG as a data URL, up to 256 KiB.",
    }),
  ),
  locale: shortText(35, "BCP 47 tag in en (default), de, fr, es, it, nl, pt or pl."),
  labels: Type.Optional(Labels),
});

/** Moves members that most invoices omit under "More options" of the form. */
function hideRare(properties: object, frequent: readonly string[]): void {
  for (const [name, schema] of Object.entries(properties)) {
    if (!frequent.includes(name)) Object.assign(schema as object, { "x-advanced": true });
  }
}

const CONTACT = ["name", "address", "email", "phone", "website"];
hideRare(Seller.properties, CONTACT);
hideRare(Buyer.properties, CONTACT);
hideRare(Item.properties, ["description", "quantity", "rate"]);
hideRare(
  InvoiceInput.properties,
  "invoiceNumber issueDate dueDate currency accentColor from to items taxRate discount notes".split(
    " ",
  ),
);
// Hides the labels on the form, because nineteen rarely used words would fill it.
Object.assign(InvoiceInput.properties.labels, { "x-widget": "hidden" });

const Text = Type.String();
const Amount = Type.Number();

const Tax = Type.Object({
  category: Type.Union([enumOf(TAX_CATEGORIES), Type.Null()]),
  rate: Type.Number({ "x-unit": "%" }),
  net: Type.Number({ description: "Sum of the lines." }),
  discount: Type.Number({ description: "This group's share of the discount." }),
  basis: Type.Number({ description: "net minus discount." }),
  tax: Amount,
});

/** The result: figures as numbers and as text, and the document. */
export const InvoiceOutput = Type.Object({
  invoiceNumber: Text,
  currency: Text,
  subtotal: Amount,
  discount: Type.Number({ description: "The amount taken off, as a positive number." }),
  tax: Amount,
  total: Amount,
  taxes: Type.Optional(
    Type.Array(Tax, {
      description:
        "One entry for each tax category and rate. Only when an optional member is used.",
    }),
  ),
  amountDue: Type.Optional(
    Type.Number({ description: "total minus prepaid. Only when an optional member is used." }),
  ),
  formatted: Type.Object({ subtotal: Text, discount: Text, tax: Text, total: Text }),
  html: Type.String({ description: "The same document as `format=html` returns." }),
});
