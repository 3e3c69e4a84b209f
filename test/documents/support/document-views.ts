const from = {
  name: "Studio Lindqvist",
  address: "Torstraße 48\n10119 Berlin\nGermany",
  email: "hello@lindqvist.example",
  phone: "+49 30 1234567",
  website: "lindqvist.example",
};
const to = {
  name: "Harbour & Pine Ltd",
  address: "12 Quay Street\nBristol BS1 4DB",
  email: "accounts@harbourpine.example",
};
const dates = { issueDate: "2026-03-02", dueDate: "2026-04-01" };
const usual = { from, to, ...dates, invoiceNumber: "2026-014", discount: 5, taxRate: 19 };

const KINDS = [
  { description: "Design review", quantity: 1, rate: 1200 },
  { description: "Development\nSprint with planning and review", quantity: 7.5, rate: 95 },
  {
    description: "Hosting of the production environment, with a staging copy and nightly backups",
    quantity: 12,
    rate: 49.9,
  },
  { description: "Credit for an unused day", quantity: 1, rate: -380 },
] as const;

function createItems(count: number): object[] {
  return Array.from({ length: count }, (_item, index) => KINDS[index % KINDS.length] ?? {});
}

/** Invoices that together cover every part of the page. */
export const INVOICE_VIEWS: Record<string, object> = {
  least: {
    issueDate: "2026-03-02",
    from: { name: "Ada" },
    to: { name: "Bob" },
    items: [{ description: "Work", quantity: 1, rate: 1 }],
  },
  "twelve-items": { ...usual, currency: "EUR", items: createItems(12), notes: "Thank you!\n\nAda" },
  "hundred-items": { ...usual, items: createItems(100), accentColor: "#7c2d12" },
  "long-words": {
    ...usual,
    from: { name: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter GmbH" },
    items: [{ description: "W".repeat(300), quantity: 123456.789, rate: 98765.4321 }],
    invoiceNumber: "N".repeat(64),
  },
  "right-to-left": {
    ...usual,
    from: { name: "سارة الأحمد للتصميم", address: "شارع الملك فهد ١٢\nالرياض" },
    to: { name: "חברת הדוגמה בע״מ" },
    items: [{ description: "تصميم الهوية البصرية", quantity: 2, rate: 1500 }],
    currency: "AED",
    notes: "شكراً لكم",
  },
  "yen-pale-accent": {
    ...usual,
    currency: "JPY",
    accentColor: "#FDE68A",
    items: [{ description: "ウェブデザイン", quantity: 3, rate: 1234.5 }],
  },
  "rupees-white-accent": {
    ...usual,
    currency: "INR",
    accentColor: "#ffffff",
    items: [{ description: "Consulting", quantity: 1200, rate: 98765.43 }],
  },
  "several-rates": {
    ...usual,
    locale: "en",
    currency: "EUR",
    from: { ...from, vatId: "DE123456789", registrationId: "HRB 12345" },
    items: KINDS.map((kind, index) => ({ ...kind, taxRate: index % 2 ? 7 : 19, unit: "hour" })),
    orderReference: "PO-77",
    servicePeriod: { start: "2026-02-01", end: "2026-02-28" },
    prepaid: 100,
    payment: { iban: "DE89370400440532013000", terms: "30 Tage netto", qr: "epc" },
  },
  credit: { ...usual, discount: 0, taxRate: 0, items: [KINDS[3]] },
};

const parties = {
  freelancer: { name: "Ada Doe", email: "ada@example.com", address: "1 Analytical Road\nLondon" },
  client: { name: "Acme Ltd" },
};
const clauses = {
  revisionRounds: 2,
  killFeePercent: 25,
  includeNDA: true,
  includeNonSolicitation: true,
  governingState: "England and Wales",
  includeForce: true,
};
const everything = {
  ...parties,
  project: {
    title: "Relaunch",
    description: "The shop gets a new look.\n\nIt has about 400 articles.",
    deliverables: ["Page designs", "Documentation"],
    startDate: "2026-03-01",
    endDate: "2026-05-31",
  },
  payment: { amount: 5000, currency: "GBP", upfrontPercent: 50, latePaymentRate: 1.5 },
  clauses,
};

/** Each agreement with all clauses, and one with required members only. */
export const CONTRACT_VIEWS: Record<string, object> = {
  "freelance-design": { type: "freelance-design", ...everything },
  "web-development": { type: "web-development", ...everything },
  "service-agreement": { type: "service-agreement", ...everything },
  hourly: {
    type: "web-development",
    ...everything,
    payment: { type: "hourly", hourlyRate: 90, cap: "10,000", currency: "EUR" },
    typographicQuotes: true,
  },
  milestones: {
    type: "freelance-design",
    ...everything,
    payment: {
      type: "milestones",
      amount: 5000,
      milestones: [
        { title: "Sketches", amount: 1500.5, dueDate: "2026-03-31" },
        { title: "Final artwork", amount: "3,499.50" },
      ],
    },
  },
  retainer: {
    type: "retainer",
    ...everything,
    payment: { amount: 2000, currency: "GBP", latePaymentRate: 1.5 },
    retainer: { hoursPerMonth: 20, rolloverMonths: 2, overageRate: 110 },
  },
  "non-disclosure": { type: "non-disclosure-agreement", ...everything },
  "non-disclosure-one-way": {
    type: "non-disclosure-agreement",
    ...parties,
    project: { title: "Relaunch", startDate: "2026-03-01", endDate: "2027-02-28" },
    nda: { disclosingParty: "client", confidentialityYears: 5 },
  },
  least: {
    type: "service-agreement",
    freelancer: { name: "Ada" },
    client: { name: "Bob" },
    project: { title: "Advice" },
    payment: { amount: 0 },
    clauses: { ipTransferOnPayment: false },
  },
};
