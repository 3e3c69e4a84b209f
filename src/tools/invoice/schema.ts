import Type from "../../lib/type.ts";
import {
  calendarDate,
  enumOf,
  singleLine,
  multiLine,
  optionalWithDefault,
} from "../../lib/schema.ts";

const FILLED = { pattern: "\\S", "x-rule": "must not be blank" };
const NO_CONTROLS = { "x-refuse": "controls" } as const;
const MAX_MONEY = 1e12;
const MAX_QUANTITY = 1e9;

const Name = singleLine(1, 200, { ...FILLED, ...NO_CONTROLS });
const Address = Type.Optional(multiLine(0, 1000, NO_CONTROLS));
const Email = Type.Optional(singleLine(0, 254, NO_CONTROLS));
const Phone = Type.Optional(singleLine(0, 50, NO_CONTROLS));

const Percent = (description: string) =>
  optionalWithDefault(Type.Number({ minimum: 0, maximum: 100, "x-unit": "%", description }), 0);

const Item = Type.Object({
  description: multiLine(1, 2000, { ...FILLED, ...NO_CONTROLS }),
  quantity: Type.Number({ minimum: -MAX_QUANTITY, maximum: MAX_QUANTITY }),
  rate: Type.Number({
    minimum: -MAX_MONEY,
    maximum: MAX_MONEY,
    description: "Price of one; negative for a credit.",
  }),
});

/** What an invoice is made from. */
export const InvoiceInput = Type.Object({
  invoiceNumber: optionalWithDefault(singleLine(0, 64, NO_CONTROLS), "INV-001"),
  issueDate: Type.Optional(
    calendarDate({ description: "The day it is made out; today (UTC) when left out." }),
  ),
  dueDate: Type.Optional(
    calendarDate({ description: "The day payment is due, not before the issue date." }),
  ),
  currency: optionalWithDefault(
    enumOf(["USD", "EUR", "GBP", "INR", "JPY", "CAD", "AUD", "CHF", "SGD", "AED"]),
    "USD",
  ),
  accentColor: optionalWithDefault(
    Type.String({
      pattern: "^#[0-9A-Fa-f]{6}$",
      "x-rule": "must be a color written #rrggbb",
      description: "Color of the brand bar, written #rrggbb.",
    }),
    // Contrast 6.7 to 1 against white.
    "#1d4ed8",
  ),
  from: Type.Object(
    {
      name: Name,
      address: Address,
      email: Email,
      phone: Phone,
      website: Type.Optional(singleLine(0, 500, NO_CONTROLS)),
    },
    { description: "Who sends the invoice." },
  ),
  to: Type.Object(
    { name: Name, address: Address, email: Email, phone: Phone },
    { description: "Who pays it." },
  ),
  items: Type.Array(Item, { minItems: 1, maxItems: 100 }),
  taxRate: Percent("Percent added to what is left after the discount."),
  discount: Percent("Percent taken off the subtotal."),
  notes: Type.Optional(multiLine(0, 5000, NO_CONTROLS)),
});

/** Whether the answer is the document alone or its figures as well. */
export const InvoiceQuery = Type.Object({
  format: optionalWithDefault(
    enumOf(["html", "json"], {
      description: "html is the document alone, json its figures with it.",
    }),
    "html",
  ),
});

const Text = Type.String();
const Amount = Type.Number();

/** The figures, as numbers and as text, and the document. */
export const InvoiceOutput = Type.Object({
  invoiceNumber: Text,
  currency: Text,
  subtotal: Amount,
  discount: Type.Number({ description: "The amount taken off, as a positive number." }),
  tax: Amount,
  total: Amount,
  formatted: Type.Object({ subtotal: Text, discount: Text, tax: Text, total: Text }),
  html: Type.String({ description: "The same document that `format=html` answers." }),
});
