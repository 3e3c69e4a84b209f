import { Type } from "typebox";
import { TAX_CATEGORIES } from "../../domain/invoice/figures-input.ts";
import { LISTED_CURRENCIES } from "../../lib/codes/iso4217.ts";
import {
  amount,
  DOCUMENT_FIGURES,
  LINE_EXTRAS,
  LINE_FIGURES,
  percent,
  period,
  taxCategory,
} from "./figures-schema.ts";
import {
  calendarDate,
  enumOf,
  multiLine,
  optionalMembers,
  optionalWithDefault,
  describeForClients,
  singleLine,
} from "../../lib/schema.ts";
import { Labels } from "./label-schema.ts";
import { Buyer, Seller } from "./party-schema.ts";
import { Payment } from "./payment-schema.ts";
import { toUnitCode } from "./einvoice/codes.ts";
import { LANGUAGE_NAMES } from "./locale/language-names.ts";
import { checkLocales, LANGUAGES } from "./locale/locale.ts";
import { checkedText, FILLED, NO_CONTROLS, plainText, shortText } from "./text-schema.ts";

/** Maximum characters of a logo's data URL: 256 KiB. */
const MAX_LOGO_CHARACTERS = 256 * 1024;

/** Types of documents. Electronic formats exist for the first two. */
export const DOCUMENT_TYPES = [
  "invoice",
  "credit-note",
  "quote",
  "proforma",
  "receipt",
  "delivery-note",
] as const;

/** Ways in which a receipt was paid. */
export const PAYMENT_METHODS = [
  "cash",
  "card",
  "transfer",
  "direct-debit",
  "cheque",
  "online",
  "other",
] as const;

/** Designs of the page and the PDF. */
export const DESIGNS = ["classic", "plain", "letter", "bold"] as const;

const percentOrZero = (description: string) =>
  optionalWithDefault(Type.Number({ minimum: 0, maximum: 100, "x-unit": "%", description }), 0);

const Item = Type.Object({
  description: multiLine(1, 2000, {
    ...FILLED,
    ...NO_CONTROLS,
    ...describeForClients("What is charged."),
  }),
  ...LINE_FIGURES,
  taxRate: percent("Replaces taxRate."),
  taxCategory: taxCategory("Replaces taxCategory."),
  unit: checkedText(
    [10, "UN/ECE Recommendation 20 code, or piece (default), hour, day, month, kg, km, m."],
    (text) => toUnitCode(text) !== undefined,
    "must be a UN/ECE Recommendation 20 code, such as HUR, or piece, hour, day, month, kg, km or m",
  ),
  id: shortText(100, "The seller's number of the item."),
  ...LINE_EXTRAS,
});

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
    enumOf(LISTED_CURRENCIES, {
      "x-choices": { name: "currency" },
      "x-message": "must be an active ISO 4217 code, such as USD",
      ...describeForClients("Currency of all amounts, an active code of ISO 4217."),
    }),
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
  taxRate: percentOrZero("Applied after the discount."),
  discount: percentOrZero("Percent taken off the subtotal."),
  notes: Type.Optional(
    multiLine(0, 5000, { ...NO_CONTROLS, ...describeForClients("Text below the totals.") }),
  ),
  type: Type.Optional(
    enumOf(DOCUMENT_TYPES, {
      "x-default": "invoice",
      "x-help": "none",
      "x-titles": { proforma: "Pro forma invoice" },
      description: "Defaults to invoice.",
    }),
  ),
  issueTime: Type.Optional(
    Type.String({
      pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$",
      "x-message": "must be a time written HH:MM:SS",
      description: "UTC, for payment.qr zatca; defaults to 00:00:00.",
    }),
  ),
  validUntil: Type.Optional(
    calendarDate({
      "x-visible-when": { type: ["quote"] },
      description: "Of a quote; not before issueDate.",
    }),
  ),
  paid: Type.Optional(
    Type.Object(
      {
        method: Type.Optional(
          enumOf(PAYMENT_METHODS, {
            "x-titles": { "": "Not stated" },
            ...describeForClients("How it was paid."),
          }),
        ),
        date: Type.Optional(calendarDate({ description: "Defaults to issueDate." })),
      },
      {
        "x-visible-when": { type: ["receipt"] },
        description: "Payment that a receipt confirms.",
      },
    ),
  ),
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
  servicePeriod: period("Period in which the service was rendered."),
  taxCategory: taxCategory(
    "S standard (default when the rate is above 0), Z zero, E exempt, AE reverse charge, K intra-community, G export, O outside of tax, L IGIC, M IPSI.",
  ),
  taxExemptionReason: shortText(
    500,
    "Printed where no tax is charged; defaults to the usual phrase.",
  ),
  prepaid: amount("Already paid, at most the total."),
  ...DOCUMENT_FIGURES,
  payment: Type.Optional(Payment),
  logo: Type.Optional(
    Type.String({
      maxLength: MAX_LOGO_CHARACTERS,
      "x-file": { accept: "image/png,image/jpeg,image/svg+xml", as: "data-url" },
      description: "PNG, JPEG or SVG as a data URL, up to 256 KiB.",
    }),
  ),
  logoBackground: Type.Optional(
    enumOf(["white", "none"], {
      "x-default": "white",
      "x-titles": { none: "None: on the brand color" },
      description: "What is behind the logo: white, or the brand bar alone.",
    }),
  ),
  design: Type.Optional(
    enumOf(DESIGNS, {
      "x-default": "classic",
      "x-help": "none",
      "x-titles": { letter: "Letter, for window envelopes" },
      description: "letter is for window envelopes.",
    }),
  ),
  locale: Type.Optional(
    singleLine(0, 71, {
      ...NO_CONTROLS,
      "x-check": checkLocales,
      title: "Language",
      "x-default": "en",
      "x-help": "none",
      "x-options": LANGUAGES,
      "x-titles": LANGUAGE_NAMES,
      description: `BCP 47 tag in ${LANGUAGES.join(", ")}, or two with a comma for a bilingual document, such as ar,en; defaults to en.`,
    }),
  ),
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
hideRare(Payment.properties, ["iban", "bic", "accountName", "link", "terms", "qr"]);
hideRare(Item.properties, ["description", "quantity", "rate"]);
hideRare(
  InvoiceInput.properties,
  (
    "invoiceNumber issueDate dueDate currency accentColor from to items taxRate discount notes " +
    "type locale design validUntil paid payment logoBackground"
  ).split(" "),
);
// Not on the form: nineteen rarely used words would fill it, and rows have no lists of their own.
Object.assign(InvoiceInput.properties.labels, { "x-widget": "hidden" });

const Text = Type.String();
const Amount = Type.Number();

const Tax = Type.Object({
  category: Type.Union([enumOf(TAX_CATEGORIES), Type.Null()]),
  label: Type.Optional(
    Type.Union([Text, Type.Null()], { description: "Of a named tax. Only beside newer members." }),
  ),
  rate: Type.Number({ "x-unit": "%" }),
  net: Type.Number({ description: "Sum of the lines." }),
  discount: Type.Number({ description: "This group's share of the discount." }),
  basis: Type.Number({
    description:
      "net minus discount and allowances, plus charges; of a compound tax, with the taxes before it.",
  }),
  tax: Amount,
});

const LabeledAmount = Type.Object({ label: Text, amount: Amount });

const WITH_NEWER_MEMBERS = "Only when a member or type of release 0.2.1 is used.";

/** Further figures of requests with newer members. */
const NEWER_FIGURES = {
  type: enumOf(DOCUMENT_TYPES, { description: WITH_NEWER_MEMBERS }),
  lines: Type.Array(Type.Object({ gross: Amount, discount: Amount, amount: Amount }), {
    description: "gross is quantity × rate / per; amount is gross minus discount.",
  }),
  allowances: Type.Array(LabeledAmount),
  charges: Type.Array(LabeledAmount),
  net: Type.Number({ description: "The sum without tax." }),
  withholding: Type.Array(
    Type.Object({ label: Text, rate: Amount, basis: Amount, amount: Amount }),
  ),
  withheld: Type.Number({ description: "Sum of the withholding." }),
  rounding: Type.Number({ description: "What rounding adds to the amount to pay." }),
};

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
    Type.Number({
      description: "What remains to be paid. Only when an optional member is used.",
    }),
  ),
  ...optionalMembers(NEWER_FIGURES),
  formatted: Type.Object({ subtotal: Text, discount: Text, tax: Text, total: Text }),
  html: Type.String({ description: "The same document as `format=html` returns." }),
});
