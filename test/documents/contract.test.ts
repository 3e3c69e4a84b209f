import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { compileInput } from "#src/lib/input/input.js";
import { resolveContract, writeContract } from "#src/tools/contract-generator/reply.js";
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
