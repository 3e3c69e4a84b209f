import Type from "../../lib/type.ts";
import { calendarDate, choice, line, lines, withDefault } from "../../lib/schema.ts";

const FILLED = { pattern: "\\S", "x-rule": "must not be blank" };
const NO_CONTROLS = { "x-refuse": "controls" } as const;
const MOST_MONEY = 1e12;
const MOST_QUANTITY = 1e9;

const Name = line(1, 200, { ...FILLED, ...NO_CONTROLS });
const Address = Type.Optional(lines(0, 1000, NO_CONTROLS));
const Email = Type.Optional(line(0, 254, NO_CONTROLS));
const Phone = Type.Optional(line(0, 50, NO_CONTROLS));

const Percent = (description: string) =>
  withDefault(Type.Number({ minimum: 0, maximum: 100, "x-unit": "%", description }), 0);

const Item = Type.Object({
  description: lines(1, 2000, { ...FILLED, ...NO_CONTROLS }),
  quantity: Type.Number({ minimum: -MOST_QUANTITY, maximum: MOST_QUANTITY }),
  rate: Type.Number({
    minimum: -MOST_MONEY,
    maximum: MOST_MONEY,
    description: "Price of one; negative for a credit.",
  }),
});

/** What an invoice is made from. */
export const InvoiceInput = Type.Object({
  invoiceNumber: withDefault(line(0, 64, NO_CONTROLS), "INV-001"),
  issueDate: Type.Optional(
    calendarDate({ description: "The day it is made out; today (UTC) when left out." }),
  ),
  dueDate: Type.Optional(
    calendarDate({ description: "The day payment is due, not before the issue date." }),
  ),
  currency: withDefault(
    choice(["USD", "EUR", "GBP", "INR", "JPY", "CAD", "AUD", "CHF", "SGD", "AED"]),
    "USD",
  ),
  accentColor: withDefault(
    Type.String({
      pattern: "^#[0-9A-Fa-f]{6}$",
      "x-rule": "must be a colour written #rrggbb",
      description: "Colour of the brand bar, written #rrggbb.",
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
      website: Type.Optional(line(0, 500, NO_CONTROLS)),
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
  notes: Type.Optional(lines(0, 5000, NO_CONTROLS)),
});

/** Whether the answer is the document alone or its figures as well. */
export const InvoiceQuery = Type.Object({
  format: withDefault(
    choice(["html", "json"], {
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
