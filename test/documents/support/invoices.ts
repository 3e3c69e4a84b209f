import { PROFILES, type EInvoiceProfile } from "#src/tools/invoice/einvoice/profiles.js";

/** A request of the invoice tool. */
export type Request = Record<string, unknown>;

/** Every electronic format. */
export const profiles = Object.keys(PROFILES) as EInvoiceProfile[];

/** A German seller with all members that XRechnung and Peppol require. */
export const SELLER = {
  name: "Studio Lindqvist GmbH",
  street: "Torstraße 48",
  postalCode: "10119",
  city: "Berlin",
  countryCode: "DE",
  vatId: "DE123456789",
  registrationId: "HRB 12345",
  contactName: "Ada Lindqvist",
  phone: "+49 30 1234567",
  email: "hello@lindqvist.example",
  electronicAddress: { scheme: "9930", id: "DE123456789" },
};

/** A German buyer. */
export const BUYER = {
  name: "Stadt Köln & Söhne <Amt>",
  street: "Rathausplatz 1",
  street2: "Hof 2",
  postalCode: "50667",
  city: "Köln",
  region: "NRW",
  countryCode: "de",
  vatId: "DE 999 999 999",
  email: "rechnung@koeln.example",
  electronicAddress: { scheme: "0204", id: "04011000-12345-67" },
};

const FRENCH = {
  ...BUYER,
  name: "Fleurs de Paris SARL",
  postalCode: "75001",
  city: "Paris",
  countryCode: "FR",
  vatId: "FR40303265045",
  electronicAddress: { scheme: "0009", id: "30326504500017" },
};

const BASE = {
  invoiceNumber: "2026-014",
  issueDate: "2026-03-02",
  dueDate: "2026-04-01",
  currency: "EUR",
  from: SELLER,
  to: BUYER,
  buyerReference: "04011000-12345-67",
  orderReference: "PO-77",
  deliveryDate: "2026-02-27",
  items: [
    { description: "Brand identity\nResearch & concept", quantity: 24, rate: 95, unit: "hour" },
    { description: "Logo", quantity: 1, rate: 2400.005, id: "L-1" },
  ],
  taxRate: 19,
  notes: 'Thank you!\n"Soon" again.',
  payment: { iban: "DE89 3704 0044 0532 0130 00", bic: "COBADEFFXXX", accountName: "Studio" },
};

/** Business cases that every profile can carry. */
export const BUSINESS_CASES: Readonly<Record<string, Request>> = {
  "one rate": BASE,
  "two rates with a discount": {
    ...BASE,
    discount: 7.5,
    items: [...BASE.items, { description: "Book", quantity: 3, rate: 12.99, taxRate: 7 }],
  },
  "reverse charge": { ...BASE, to: FRENCH, taxRate: 0, taxCategory: "AE", locale: "fr" },
  "intra-community supply": {
    ...BASE,
    to: FRENCH,
    taxRate: 0,
    taxCategory: "K",
  },
  export: {
    ...BASE,
    to: { ...BUYER, countryCode: "CH", vatId: undefined, city: "Zürich", postalCode: "8001" },
    taxRate: 0,
    taxCategory: "G",
    currency: "CHF",
    servicePeriod: { start: "2026-02-01", end: "2026-02-28" },
  },
  exempt: {
    ...BASE,
    taxRate: 0,
    taxCategory: "E",
    taxExemptionReason: "Kleinunternehmer, § 19 UStG",
  },
  "zero rate": { ...BASE, taxRate: 0, taxCategory: "Z" },
  "credit note": {
    ...BASE,
    type: "credit-note",
    precedingInvoice: { number: "2026-001", date: "2026-01-15" },
    discount: 5,
  },
  "credit note without payment": {
    ...BASE,
    to: FRENCH,
    type: "credit-note",
    precedingInvoice: { number: "2026-001" },
  },
  yen: {
    ...BASE,
    currency: "JPY",
    discount: 3.3,
    items: [
      { description: "Design", quantity: 1.5, rate: 333 },
      { description: "Print", quantity: 7, rate: 99.99 },
      { description: "Credit", quantity: 0.7, rate: -1234.5, taxRate: 7 },
    ],
  },
  prepaid: { ...BASE, prepaid: 1000.5, contractReference: "C-9" },
  "fully prepaid": { ...BASE, items: [{ description: "A", quantity: 1, rate: 100 }], prepaid: 119 },
  "negative line": {
    ...BASE,
    discount: 10,
    items: [...BASE.items, { description: "Credit for the workshop", quantity: 2, rate: -380 }],
  },
  "negative total": {
    ...BASE,
    dueDate: undefined,
    items: [{ description: "A", quantity: 1, rate: -5 }],
  },
  "no due date": { ...BASE, dueDate: undefined, payment: { iban: BASE.payment.iban } },
  "cash discount": {
    ...BASE,
    payment: { ...BASE.payment, terms: "30 days net\n#SKONTO#TAGE=14#PROZENT=2.00#" },
  },
  "tax number instead of a VAT ID": {
    ...BASE,
    from: { ...SELLER, vatId: undefined, registrationId: undefined, taxNumber: "29/123/45678" },
  },
  "canary islands": { ...BASE, taxCategory: "L", taxRate: 7 },
  "ceuta and melilla": { ...BASE, taxCategory: "M", taxRate: 4 },
  "discounts, prices for 1,000 and periods on lines": {
    ...BASE,
    items: [
      { description: "Labels", quantity: 12_345, rate: 17.89, per: 1000, discount: 12.5 },
      {
        description: "Retainer",
        quantity: 1,
        rate: 950,
        discountAmount: 50,
        period: { start: "2026-01-01", end: "2026-01-31" },
      },
      { description: "Thirds", quantity: 7, rate: 1, per: 3 },
      { description: "Return", quantity: -2, rate: 50, discount: 10 },
    ],
    taxRate: 19,
  },
  "allowances, charges and rounding": {
    ...BASE,
    items: [
      { description: "Design", quantity: 3, rate: 33.335 },
      { description: "Book", quantity: 1, rate: 50, taxRate: 7 },
    ],
    taxRate: 19,
    discount: 10,
    charges: [
      { label: "Shipping", amount: 12.9, reasonCode: "FC" },
      { label: "Insurance", percent: 0.5, taxRate: 7 },
    ],
    allowances: [{ label: "Loyalty", percent: 3, basis: 40, taxRate: 7, reasonCode: "71" }],
    rounding: 0.05,
  },
  "one named tax beside an equal rate": {
    ...BASE,
    items: [
      { description: "Design", quantity: 1, rate: 100.03, taxes: [{ label: "VAT", rate: 19 }] },
      { description: "Book", quantity: 1, rate: 50.01 },
    ],
    taxRate: 19,
  },
};

/** Not subject to VAT: every profile except XRechnung, and Peppol outside of Germany. */
export const OUT_OF_SCOPE: Request = {
  ...BASE,
  to: FRENCH,
  taxRate: 0,
  taxCategory: "O",
  discount: 5,
};
