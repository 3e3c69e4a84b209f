import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { compileInput } from "#src/lib/input/input.js";
import { writeContract } from "#src/tools/contract-generator/reply.js";
import { resolveContract } from "#src/tools/contract-generator/terms.js";
import { ContractInput } from "#src/tools/contract-generator/schema.js";

const read = compileInput(ContractInput);
const types = ["freelance-design", "web-development", "service-agreement"] as const;

const parties = { freelancer: { name: "Ada Doe" }, client: { name: "Acme Ltd" } };
const least = { ...parties, project: { title: "Shop" }, payment: { amount: 5000 } };

/** An agreement with every option, in few words. */
const everything = {
  freelancer: { name: "Ada Doe", email: "ada@example.com", address: "1 Road\nTown" },
  client: { name: "Acme Ltd", email: "office@acme.example", address: "2 Street" },
  project: {
    title: "Shop",
    description: "New shop",
    deliverables: ["Design", "Code"],
    startDate: "2026-03-01",
    endDate: "2026-05-31",
  },
  payment: { amount: 5000, upfrontPercent: 50, paymentTermsDays: 14, latePaymentRate: 1.5 },
};

function writeText(type: string, changes: object = {}): string {
  return writeContract(resolveContract(read({ type, ...least, ...changes }))).contract;
}

function listWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

const clausesOn = {
  killFeePercent: 30,
  includeNDA: true,
  includeNonSolicitation: true,
  governingState: "California",
  includeForce: true,
};

for (const type of types) {
  test(`a contract of type ${type} has 600 to 1200 words without optional clauses and at most 1500 with all`, () => {
    const plain = listWords(writeText(type));
    assert.ok(plain >= 600 && plain <= 1200, `${plain} words`);
    for (const revisionRounds of [undefined, 0, 1, 50]) {
      for (const ipTransferOnPayment of [true, false]) {
        const clauses = { ...clausesOn, revisionRounds, ipTransferOnPayment };
        const { contract, wordCount } = writeContract(
          resolveContract(read({ type, ...everything, clauses })),
        );
        assert.equal(wordCount, listWords(contract));
        assert.ok(wordCount >= 900 && wordCount <= 1450, `${wordCount} words`);
      }
    }
  });
}

test("the three agreements differ in their subject clauses", () => {
  const sentences = types.map((type) => new Set(writeText(type).split(/\n+|(?<=\.) /)));
  for (const [index, mine] of sentences.entries()) {
    const others = sentences.filter((_other, at) => at !== index);
    const own = [...mine].filter((sentence) => others.every((other) => !other.has(sentence)));
    assert.ok(own.length >= 20, `${types[index]} has ${own.length} sentences of its own`);
  }
});

const writePayment = (payment: object) =>
  writeWebContract({ payment: { amount: "5,000", ...payment } });
const writeAmount = (amount: unknown, currency = "USD") =>
  writeWebContract({ payment: { amount, currency } });
const writeDates = (startDate: string, endDate: string) =>
  writeWebContract({ project: { title: "Shop", startDate, endDate } });
const writeDeliverables = (deliverables: unknown) =>
  writeWebContract({ project: { title: "Shop", deliverables } });
const writeWebContract = (changes: object) => writeText("web-development", changes);

test("each switch adds and removes its section", () => {
  assert.match(writeWebContract({ clauses: { includeNDA: true } }), /^\d+\. CONFIDENTIALITY$/m);
  assert.doesNotMatch(writeWebContract({}), /confidential/i);
  assert.match(
    writeWebContract({ clauses: { includeNonSolicitation: true } }),
    /^\d+\. NON-SOLICITATION$/m,
  );
  assert.doesNotMatch(writeWebContract({}), /solicit/i);
  assert.match(writeWebContract({ clauses: { includeForce: true } }), /^\d+\. FORCE MAJEURE$/m);
  assert.doesNotMatch(writeWebContract({}), /force majeure|war or strike/i);
  assert.match(
    writeWebContract({ clauses: { governingState: "Oregon" } }),
    /by the laws of Oregon/,
  );
  assert.match(writeWebContract({}), /have not chosen a governing law/);
});

test("rights transfer on full payment or are licensed, in every type", () => {
  const assigns = /Once all amounts .* are paid, the Freelancer assigns to the Client/;
  const licenses =
    /Freelancer keeps all intellectual .* Once all amounts .* are paid, the Client has/;
  for (const type of types) {
    const kept = writeText(type, { clauses: { ipTransferOnPayment: false } });
    assert.match(writeText(type), assigns, type);
    assert.doesNotMatch(writeText(type), licenses, type);
    assert.match(kept, licenses, type);
    assert.doesNotMatch(kept, /assign/, type);
  }
});

test("a switch set to false equals an absent one", () => {
  const off = {
    includeNDA: false,
    includeNonSolicitation: false,
    includeForce: false,
    includeKillFee: false,
  };
  assert.equal(
    writeWebContract({ clauses: { ...off, ipTransferOnPayment: true } }),
    writeWebContract({}),
  );
});

test("the key terms agree with the clauses", () => {
  const { contract } = writeContract(
    resolveContract(read({ type: "service-agreement", ...everything })),
  );
  const [, terms = ""] = contract.split("\n\n").slice(2);
  assert.match(terms, /^Engagement: Shop\nStart: 2026-03-01\nTarget date: 2026-05-31$/m);
  assert.match(terms, /^Fee: USD 5,000\.00\nUpfront: USD 2,500\.00\nPayment: 14 days from/m);
  assert.doesNotMatch(writeWebContract({}), /^(?:Start|Target date|Upfront):/m);
});

test("an endDate before the startDate is rejected", () => {
  assert.match(writeDates("2026-03-01", "2026-03-01"), /testing, is 2026-03-01\./);
  assert.throws(
    () => writeDates("2026-03-02", "2026-03-01"),
    /project\.endDate must not be before startDate/,
  );
});

test("spaces in a contract are collapsed, and an invisible name is rejected", () => {
  const party = { name: "Ada  \u00a0 Doe" };
  assert.match(writeWebContract({ freelancer: party }), /^Freelancer: Ada Doe$/m);
  for (const name of ["\u200b", " \ufeff\u3164\u2800 ", "\u00ad\u2060"]) {
    assert.throws(() => writeWebContract({ client: { name } }), /client\.name must not be blank/);
  }
});

test("a contract includes the kill fee by switch or percentage unless it is zero", () => {
  assert.match(
    writeWebContract({ clauses: { includeKillFee: true } }),
    /kill fee of 25% .*USD 1,250\.00/,
  );
  assert.match(
    writeWebContract({ clauses: { killFeePercent: 10 } }),
    /kill fee of 10% .*USD 500\.00/,
  );
  for (const clauses of [
    {},
    { killFeePercent: 0 },
    { includeKillFee: true, killFeePercent: 0 },
    { includeKillFee: false, killFeePercent: 25, includeForce: true },
    { killFeePercent: 0.00001, includeForce: true },
  ]) {
    assert.doesNotMatch(writeWebContract({ clauses }), /kill fee/i, JSON.stringify(clauses));
  }
  const free = { payment: { amount: 0 }, clauses: { includeKillFee: true, includeForce: true } };
  assert.doesNotMatch(writeWebContract(free), /kill fee/i);
});

test("force majeure termination excludes the kill fee", () => {
  const clauses = { includeForce: true, includeKillFee: true };
  assert.match(
    writeWebContract({ clauses }),
    /end this Agreement at once in writing, without a kill fee\./,
  );
  assert.match(
    writeWebContract({ clauses: { includeForce: true } }),
    /end this Agreement at once in writing\.$/m,
  );
});

test("surviving sections range from rights to general", () => {
  assert.match(
    writeWebContract({}),
    /from section 8 \(Intellectual Property\) to section 13 \(General\) survive/,
  );
});

test("each party signs under its own name", () => {
  const [, names = ""] = writeWebContract({}).split(/^\d+\. SIGNATURES\n\n/m);
  const rule = "_".repeat(32);
  const lines = `Signature: ${rule}\nName, position: ${rule}\nDate: ${rule}\n`;
  assert.equal(names, `Freelancer: Ada Doe\n${lines}\nClient: Acme Ltd\n${lines}`);
});

test("a contract of every type allows for absent, 0, 1 and many revision rounds", () => {
  for (const type of types) {
    const writeWithClauses = (clauses: object) => writeText(type, { clauses });
    assert.match(writeWithClauses({}), /reasonable corrections/);
    assert.match(writeWithClauses({ revisionRounds: 0 }), /no rounds of revisions/);
    assert.match(writeWithClauses({ revisionRounds: 1 }), /1 round of/);
    assert.match(writeWithClauses({ revisionRounds: 7 }), /7 rounds of/);
  }
});

test("a contract has terms for no, partial and full upfront payment and payment on receipt, with and without interest", () => {
  for (const none of [
    writePayment({}),
    writePayment({ upfrontPercent: 0 }),
    writePayment({ amount: 0, upfrontPercent: 50 }),
  ]) {
    assert.doesNotMatch(none, /upfront|balance/i);
  }
  assert.match(writePayment({ upfrontPercent: 10 }), /10% \(USD 500\.00\) is payable upfront/);
  assert.match(writePayment({ upfrontPercent: 10 }), /balance of USD 4,500\.00/);
  assert.match(
    writePayment({ upfrontPercent: 100 }),
    /whole Fee, USD 5,000\.00, is payable upfront/,
  );
  assert.doesNotMatch(writePayment({ upfrontPercent: 100 }), /balance|USD 0\.00/);
  assert.match(writePayment({ paymentTermsDays: 0 }), /payable on receipt/);
  assert.match(writePayment({ paymentTermsDays: 1 }), /within 1 day of/);
  assert.match(writePayment({ paymentTermsDays: 1 }), /Payment: 1 day from/);
  assert.match(writePayment({}), /within 30 days of/);
  assert.match(writePayment({ latePaymentRate: 1.5 }), /1\.5% per month/);
  assert.match(writePayment({ latePaymentRate: 2.25 }), /2\.25% per month/);
  assert.doesNotMatch(writePayment({ latePaymentRate: 0 }), /interest/);
});

test("upfront and balance sum to the fee in every currency", () => {
  const anyAmount = fc.integer({ min: 0, max: 10 ** 12 });
  const anyPercent = fc.double({ min: 0, max: 100, noNaN: true });
  const currency = fc.constantFrom("USD", "JPY");
  fc.assert(
    fc.property(anyAmount, anyPercent, currency, (units, upfrontPercent, code) => {
      const amount = code === "JPY" ? units : units / 100;
      const text = writeWebContract({ payment: { amount, upfrontPercent, currency: code } });
      const of = (pattern: RegExp) => Number((pattern.exec(text)?.[1] ?? "0").replace(/\D/g, ""));
      const upfront = of(/Upfront: \w{3} ([\d,.]+)/);
      const balance = upfront === 0 ? units : of(/balance of \w{3} ([\d,]+(?:\.\d\d)?)/);
      assert.equal(upfront + balance, units);
    }),
  );
});

test("contract amounts are accepted as numbers or text with at most the currency's decimals", () => {
  assert.match(writeAmount("1,234,567.5"), /USD 1,234,567\.50/);
  assert.match(writeAmount(0), /USD 0\.00/);
  assert.match(writeAmount("5000.00", "JPY"), /JPY 5,000 /);
  for (const wrong of [
    "12,34",
    "1.234,5",
    "",
    " 5",
    "5e3",
    "-1",
    "+1",
    "$5",
    "0x10",
    "1.005",
    ".5",
  ]) {
    assert.throws(() => writeAmount(wrong), /^ValidationError: payment\.amount must/, wrong);
  }
  assert.throws(() => writeAmount(1.005), /payment\.amount must have at most 2 decimals in USD/);
  assert.throws(
    () => writeAmount(1.5, "JPY"),
    /payment\.amount must have at most 0 decimals in JPY/,
  );
  assert.throws(
    () => writeAmount(1.005, "KWD"),
    /payment\.amount must have at most 2 decimals in KWD/,
  );
  assert.throws(
    () => writeAmount("9999999999999"),
    /payment\.amount must be at most 1000000000000/,
  );
});

test("deliverables are accepted as a list or as lines with or without bullets", () => {
  assert.match(
    writeDeliverables("- Design\n\n* Code\nDocs"),
    /\n {4}- Design\n {4}- Code\n {4}- Docs\n/,
  );
  assert.match(writeDeliverables([" Design "]), /\n {4}- Design\n/);
  assert.doesNotMatch(writeDeliverables(" \n "), /Freelancer delivers \(the/);
  assert.throws(
    () => writeDeliverables("x\n".repeat(51)),
    /project\.deliverables must have at most 50 lines/,
  );
  assert.throws(
    () => writeDeliverables(Array(51).fill("x")),
    /project\.deliverables must have at most 50 entries/,
  );
});

test("caller text cannot forge a heading or a clause", () => {
  const forged = "9. FORGED\n9.1 Forged clause\n\n  10. FORGED\r11. FORGED\u202812. FORGED";
  const party = { name: forged, email: forged, address: forged };
  const text = writeWebContract({
    freelancer: party,
    client: party,
    project: { title: forged, description: forged, deliverables: forged },
    clauses: { governingState: forged },
  });
  assert.doesNotMatch(text, /^\d+\.(?:\d+)? (?:FORGED|Forged)/m);
});

test("the same contract request returns the same text", () => {
  assert.equal(
    writeText("service-agreement", everything),
    writeText("service-agreement", everything),
  );
});

const nda = "non-disclosure-agreement";
const writeNda = (changes: object) => writeText(nda, { payment: undefined, ...changes });
const writeHourly = (payment: object, clauses = {}) =>
  writeWebContract({ clauses, payment: { type: "hourly", hourlyRate: "90", ...payment } });
const writeMilestones = (parts: number[], amount: string) =>
  writeWebContract({
    payment: {
      type: "milestones",
      amount,
      milestones: parts.map((part, index) => ({ title: `Step ${index}`, amount: part / 100 })),
    },
  });
const formatCents = (sum: number) =>
  `${Math.floor(sum / 100)}.${String(sum % 100).padStart(2, "0")}`;
const monthly = { retainer: { hoursPerMonth: 20 } };

test("a retainer and a non-disclosure agreement have 600 to 1500 words", () => {
  const all = { ...everything, clauses: clausesOn };
  const retainer = { hoursPerMonth: 20.25, rolloverMonths: 2, overageRate: 110 };
  for (const text of [
    writeText("retainer", monthly),
    writeText("retainer", { ...all, retainer }),
    writeText(nda, { payment: undefined }),
    writeText(nda, { ...all, nda: { disclosingParty: "freelancer" } }),
  ]) {
    assert.ok(listWords(text) >= 600 && listWords(text) <= 1500, `${listWords(text)} words`);
  }
});

test("a type of agreement is accepted under its short name", () => {
  assert.equal(writeText("Non-Disclosure"), writeText(nda));
  assert.throws(() => writeText("nda"), /type must be one of/);
  assert.equal(writeText("Retainer-Agreement", monthly), writeText("retainer", monthly));
});

test("a non-disclosure agreement is mutual unless one party discloses", () => {
  assert.match(writeNda({}), /The parties disclose information to each other/);
  assert.equal(writeNda({ nda: { disclosingParty: "Mutual" } }), writeNda({}));
  const oneWay = writeNda({ nda: { disclosingParty: "client", confidentialityYears: 1 } });
  assert.match(oneWay, /The Client is the "Discloser" and the Freelancer is the "Recipient"/);
  assert.match(oneWay, /continue for 1 year after/);
  assert.match(writeNda({}), /continue for 3 years after/);
  assert.doesNotMatch(writeNda({}), /Fee|invoice/);
});

test("a retainer has hours, rollover, work beyond them and its renewal", () => {
  const project = { title: "Shop", endDate: "2026-12-31" };
  const write = (retainer: object, changes: object = { project }) =>
    writeText("retainer", { ...changes, retainer: { hoursPerMonth: 20, ...retainer } });
  assert.match(write({}), /reserves 20 hours .* \(the "Monthly Hours"\)/);
  assert.match(write({ hoursPerMonth: 1 }), /reserves 1 hour for/);
  assert.match(write({}), /lapses without a refund/);
  assert.match(write({ rolloverMonths: 1 }), /in the following month, the oldest/);
  assert.match(write({ rolloverMonths: 3 }), /in the 3 following months, the oldest/);
  assert.match(write({ overageRate: "1,100" }), /costs USD 1,100\.00 an hour/);
  assert.match(write({}), /until 2026-12-31\. It then renews month by month/);
  assert.match(write({ autoRenew: false }), /until 2026-12-31 and does not renew/);
  assert.match(write({}, {}), /continues month by month until a party ends it/);
  assert.match(write({}), /at the end of a month by 30 days' written notice/);
  assert.match(write({ noticeDays: 1 }), /by 1 day's written notice/);
  assert.match(write({ noticeDays: 0 }), /at the end of a month by written notice/);
  assert.throws(() => write({ hoursPerMonth: 0.1 }), /hoursPerMonth must be a multiple of 0\.25/);
  assert.throws(() => writeText("retainer"), /retainer\.hoursPerMonth is required/);
});

test("work by the hour has a rate, a limit and an interval of invoices", () => {
  assert.match(writeHourly({}), /pays USD 90\.00 for each hour/);
  assert.doesNotMatch(writeHourly({}), /limited to USD/);
  assert.match(writeHourly({ cap: 9000 }), /The Fee is limited to USD 9,000\.00/);
  assert.match(writeHourly({}), /at the end of every month/);
  assert.match(writeHourly({ invoicingInterval: "biweekly" }), /at the end of every second week/);
  assert.match(writeHourly({ cap: 9000 }, { killFeePercent: 10 }), /kill fee of 10% .*USD 900\.00/);
  assert.throws(
    () => writeHourly({ hourlyRate: 1.001 }),
    /hourlyRate must have at most 2 decimals/,
  );
  assert.throws(() => writeHourly({ hourlyRate: undefined }), /payment\.hourlyRate is required/);
  assert.throws(
    () => writeHourly({}, { includeKillFee: true }),
    /payment\.cap is required for a kill/,
  );
});

test("milestones are printed and add up to the amount exactly", () => {
  const cents = fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(cents, (parts) => {
      const sum = parts.reduce((total, part) => total + part, 0);
      const printed = [
        ...writeMilestones(parts, formatCents(sum)).matchAll(/- Step \d+: USD ([\d,.]+)$/gm),
      ];
      const total = printed.reduce(
        (all, [, text = ""]) => all + Number(text.replace(/\D/g, "")),
        0,
      );
      assert.equal(total, sum);
      assert.throws(
        () => writeMilestones(parts, formatCents(sum + 1)),
        /payment\.milestones must add up to/,
      );
    }),
  );
  assert.throws(
    () => writePayment({ type: "milestones", milestones: [{ title: "A", amount: "4,999.99" }] }),
    /payment\.milestones must add up to the amount, USD 5,000\.00, and not to USD 4,999\.99/,
  );
  assert.throws(() => writePayment({ type: "milestones" }), /payment\.milestones is required/);
});

test("typographic quotes are set in our words and not in those of the caller", () => {
  const text = writeWebContract({
    typographicQuotes: true,
    freelancer: { name: `O'Hara "Red"` },
  });
  assert.match(text, /between O'Hara "Red" \(the “Freelancer”\)/);
  assert.match(text, /^Freelancer: O'Hara "Red"$/m);
  assert.match(text, /other’s indirect loss/);
  assert.equal(writeWebContract({ typographicQuotes: false }), writeWebContract({}));
});

test("a fee is required unless the agreement has none", () => {
  const none = { payment: undefined };
  assert.throws(() => writeWebContract(none), /^ValidationError: payment is required/);
  assert.throws(() => writeText("retainer", none), /payment is required/);
  assert.throws(() => writeWebContract({ payment: {} }), /payment\.amount is required/);
});
