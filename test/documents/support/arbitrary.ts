import * as fc from "fast-check";
import type { Request } from "./invoices.ts";

/** Text of many scripts, with markup, quotes, line breaks and characters that XML forbids. */
const word = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 20 }),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
    fc.constantFrom(
      "<b>&amp;</b>",
      "]]>",
      '"quoted"',
      "naïve\ttab",
      "日本語",
      "שלום",
      "é\ufffeè",
      "#1",
      " a ",
    ),
  )
  // eslint-disable-next-line no-control-regex -- these are refused, which other tests cover
  .map((text) => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\n\u2028\u2029]/g, "·"))
  .filter((text) => /\S/.test(text.replace(/[\ufffe\uffff]/g, "")));

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** Countries with the members that Peppol's national rules require. */
const COUNTRIES: Record<
  string,
  {
    vatId: string;
    scheme: string;
    id: string;
    rates: number[];
    registration?: object;
    taxNumber?: string;
  }
> = {
  DE: { vatId: "DE123456789", scheme: "9930", id: "DE123456789", rates: [19, 7] },
  FR: { vatId: "FR40303265045", scheme: "0009", id: "30326504500017", rates: [20, 10, 5.5, 2.1] },
  BE: { vatId: "BE0202239951", scheme: "0208", id: "0202239951", rates: [21, 12, 6] },
  AT: { vatId: "ATU12345678", scheme: "9914", id: "ATU12345678", rates: [20, 13, 10] },
  IT: {
    vatId: "IT00743110157",
    scheme: "0211",
    id: "IT00743110157",
    rates: [22, 10, 4],
    taxNumber: "00743110157",
  },
  ES: { vatId: "ESA12345674", scheme: "9920", id: "ESA12345674", rates: [21, 10, 4] },
  NL: {
    vatId: "NL123456782B90",
    scheme: "0106",
    id: "12345678",
    rates: [21, 9],
    registration: { scheme: "0106", id: "12345678" },
  },
  DK: {
    vatId: "DK13585628",
    scheme: "0184",
    id: "13585628",
    rates: [25],
    registration: { scheme: "0184", id: "13585628" },
  },
  SE: {
    vatId: "SE556036079301",
    scheme: "0007",
    id: "5560360793",
    rates: [25, 12, 6],
    registration: { scheme: "0007", id: "5560360793" },
    taxNumber: "Godkänd för F-skatt",
  },
  NO: {
    vatId: "NO987654325MVA",
    scheme: "0192",
    id: "987654325",
    rates: [25, 15, 12],
    taxNumber: "Foretaksregisteret",
  },
  PL: { vatId: "PL5260001246", scheme: "9945", id: "PL5260001246", rates: [23, 8, 5] },
  PT: { vatId: "PT500000000", scheme: "9946", id: "PT500000000", rates: [23, 13, 6] },
  CH: { vatId: "CHE116281710MWST", scheme: "0183", id: "CHE116281710", rates: [8.1, 2.6, 3.8] },
  GB: { vatId: "GB980780684", scheme: "9932", id: "GB980780684", rates: [20, 5] },
  IE: { vatId: "IE6388047V", scheme: "9935", id: "IE6388047V", rates: [23, 13.5, 9] },
  IS: {
    vatId: "IS12345",
    scheme: "0196",
    id: "5501691234",
    rates: [24, 11],
    registration: { scheme: "0196", id: "5501691234" },
  },
};

const country = fc.constantFrom(...Object.keys(COUNTRIES));

function party(code: string, isSeller: boolean) {
  const known = COUNTRIES[code];
  return fc.record({
    name: word,
    address: maybe(fc.array(word, { maxLength: 5 }).map((lines) => lines.join("\n"))),
    street: word,
    street2: maybe(word),
    postalCode: fc.constantFrom("10119", "1234 AB", "SW1A 1AA"),
    city: word,
    region: maybe(word),
    countryCode: fc.constant(code),
    contactName: word,
    phone: fc.constant("+49 30 1234567"),
    email: fc.constant("a@example.com"),
    vatId: fc.constant(known?.vatId),
    registrationId: fc.constant(known?.registration ?? "HRB 1234"),
    taxNumber: isSeller ? fc.constant(known?.taxNumber) : fc.constant(undefined),
    electronicAddress: fc.constant({ scheme: known?.scheme, id: known?.id }),
  });
}

const quantity = fc.oneof(
  fc.integer({ min: -1000, max: 100_000 }),
  fc.double({ min: -1000, max: 1000, noNaN: true }),
  fc.constantFrom(0, 0.001, 1e6, 1.005, 1 / 3, -2.5),
);
const rate = fc.oneof(
  fc.integer({ min: -10_000, max: 1_000_000 }).map((cents) => cents / 100),
  fc.double({ min: -1000, max: 10_000, noNaN: true }),
  fc.constantFrom(0, 0.0001, 1e6, 999_999.99, 1.005, -0.01),
);

const FREE = ["Z", "E", "AE", "K", "G"] as const;

function item(rates: number[]) {
  const taxed = fc.record({ taxRate: fc.constantFrom(...rates) });
  const igic = fc.record({
    taxRate: fc.constantFrom(0.5, 3, 7),
    taxCategory: fc.constantFrom("L", "M"),
  });
  const free = fc.record({ taxRate: fc.constant(0), taxCategory: fc.constantFrom(...FREE) });
  const tax = fc.oneof(
    { weight: 6, arbitrary: taxed },
    { weight: 2, arbitrary: free },
    { weight: 1, arbitrary: igic },
  );
  const plain = fc.record({
    description: fc.array(word, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n")),
    quantity,
    rate,
    unit: maybe(fc.constantFrom("piece", "hour", "kg", "LTR", "XBX", "DAY", "m")),
    id: maybe(word),
  });
  return fc.tuple(plain, tax).map(([one, other]) => Object.assign(one, other));
}

/** Valid requests with all members that any profile requires. */
export const anyRequest: fc.Arbitrary<Request> = fc.tuple(country, country).chain(([from, to]) => {
  const rates = COUNTRIES[from]?.rates ?? [20];
  return fc.record({
    invoiceNumber: fc
      .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 20 })
      .filter((text) => /\S/.test(text)),
    issueDate: fc.constant("2026-03-02"),
    dueDate: maybe(fc.constantFrom("2026-03-02", "2026-12-31")),
    currency: fc.constantFrom("USD", "EUR", "GBP", "INR", "JPY", "CAD", "AUD", "CHF", "SGD", "AED"),
    from: party(from, true),
    to: party(to, false),
    items: fc.array(item(rates), { minLength: 1, maxLength: 12 }),
    discount: fc.oneof(
      fc.constant(0),
      fc.constantFrom(2, 5, 33.333, 100),
      fc.double({ min: 0, max: 100, noNaN: true }),
    ),
    notes: maybe(word),
    type: maybe(fc.constantFrom("invoice", "credit-note")),
    buyerReference: word,
    orderReference: maybe(word),
    contractReference: maybe(word),
    precedingInvoice: fc.record({ number: word, date: maybe(fc.constant("2026-01-01")) }),
    deliveryDate: fc.constant("2026-02-27"),
    servicePeriod: maybe(fc.constant({ start: "2026-02-01", end: "2026-02-28" })),
    taxExemptionReason: maybe(word),
    payment: fc.record({
      iban: fc.constant("DE89370400440532013000"),
      bic: maybe(fc.constant("COBADEFFXXX")),
      accountName: maybe(word),
      reference: maybe(word),
      terms: maybe(fc.constantFrom("30 days net", "Net\n#SKONTO#TAGE=14#PROZENT=2.00#")),
    }),
    locale: maybe(fc.constantFrom("de", "fr-CH", "pl", "en-GB")),
  });
});
