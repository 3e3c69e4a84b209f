import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { compileInput } from "#src/lib/input/input.js";
import { writeContract } from "#src/tools/contract-generator/reply.js";
import { resolveContract } from "#src/tools/contract-generator/terms.js";
import { ContractInput } from "#src/tools/contract-generator/schema.js";

const read = compileInput(ContractInput);

/** The title of each type and of its second section. */
const TYPES = {
  "freelance-design": ["Freelance Design Agreement", "Services and Deliverables"],
  "web-development": ["Web Development Agreement", "Scope and Deliverables"],
  "service-agreement": ["Service Agreement", "Services"],
  retainer: ["Retainer Agreement", "Services"],
  "non-disclosure-agreement": ["Non-Disclosure Agreement", ""],
} as const;
type Type = keyof typeof TYPES;
const types = Object.keys(TYPES) as Type[];

// Input without capitals, so that every word with a capital is ours.
const least = {
  freelancer: { name: "ada doe" },
  client: { name: "acme" },
  project: { title: "shop" },
  payment: { amount: 5000, hourlyRate: 90, cap: 9000, milestones: [{ title: "x", amount: 5000 }] },
  retainer: { hoursPerMonth: 20 },
};

/** Every optional member by its path, each with a different value. */
const optional = {
  "freelancer.email": "ada@example.com",
  "freelancer.address": "1 road\ntown",
  "client.email": "office@acme.example",
  "client.address": "2 street",
  "project.description": "new shop",
  "project.deliverables": ["design", "code"],
  "project.startDate": "2026-03-01",
  "project.endDate": "2026-05-31",
  "payment.currency": "eur",
  "payment.upfrontPercent": 50,
  "payment.paymentTermsDays": 14,
  "payment.latePaymentRate": 1.5,
  "clauses.revisionRounds": 3,
  "clauses.ipTransferOnPayment": false,
  "clauses.killFeePercent": 30,
  "clauses.includeKillFee": true,
  "clauses.includeNDA": true,
  "clauses.includeNonSolicitation": true,
  "clauses.governingState": "oregon",
  "clauses.includeForce": true,
};
/** Optional members of the newer kinds of fees and agreements. */
const newer = {
  "retainer.rolloverMonths": 2,
  "retainer.overageRate": 110,
  "retainer.autoRenew": false,
  "retainer.noticeDays": 0,
  "nda.disclosingParty": "client",
  "nda.confidentialityYears": 1,
};
type Place = keyof typeof optional | keyof typeof newer;
const places = Object.keys(optional) as Place[];
const clausePlaces = places.filter((place) => /^(?:clauses|payment)\./.test(place));
const textPlaces = places.filter((place) => !clausePlaces.includes(place));

function written(type: Type, chosen: Iterable<Place>, changes: object = {}): string {
  const request: Record<string, object> = { ...least };
  for (const place of chosen) {
    const [group = "", member = ""] = place.split(".");
    request[group] = { ...request[group], [member]: { ...optional, ...newer }[place] };
  }
  return writeContract(resolveContract(read({ type, ...request, ...changes }))).contract;
}

function* listSubsets(of: Place[]): Generator<Place[]> {
  for (let bits = 0; bits < 2 ** of.length; bits += 1) {
    yield of.filter((_place, index) => (bits >> index) & 1);
  }
}

/** Returns the expected titles of an agreement, in order, for its input. */
function listTitles(type: Type, chosen: readonly Place[]): string[] {
  const where = (place: Place, title: string) => (chosen.includes(place) ? [title] : []);
  if (type === "non-disclosure-agreement") {
    return [
      "Parties and Purpose",
      "Confidential Information",
      "Exclusions and Required Disclosure",
      "Obligations of the Recipient",
      "Return of Information",
      "No Licence or Commitment",
      ...where("clauses.includeNonSolicitation", "Non-Solicitation"),
      "Term and Termination",
      "Remedies",
      "Governing Law and Disputes",
      "General",
      "Signatures",
    ];
  }
  return [
    "Parties and Relationship",
    TYPES[type][1],
    type === "retainer" ? "Schedule and Hours" : "Schedule",
    "Fees and Payment",
    "Client Responsibilities",
    "Revisions and Changes",
    "Acceptance",
    "Intellectual Property",
    "Warranties",
    ...where("clauses.includeNDA", "Confidentiality"),
    ...where("clauses.includeNonSolicitation", "Non-Solicitation"),
    "Term and Termination",
    "Liability and Indemnity",
    ...where("clauses.includeForce", "Force Majeure"),
    "Governing Law and Disputes",
    "General",
    "Signatures",
  ];
}

/**
 * Checks that headings and clauses are numbered without a gap, and that every section but the last
 * has clauses.
 */
function assertNumbered(contract: string, titles: string[]): void {
  assert.deepEqual(
    contract.match(/^\d+\. .*$/gm),
    titles.map((title, index) => `${index + 1}. ${title.toUpperCase()}`),
  );
  const sections = contract.split(/^\d+\. .*$/m).slice(1, -1);
  for (const [index, section] of sections.entries()) {
    const numbers = [...section.matchAll(/^(\d+\.\d+) \S/gm)].map(([, number]) => number);
    const expected = numbers.map((_number, at) => `${index + 1}.${at + 1}`);
    assert.deepEqual(numbers, expected);
    assert.notEqual(numbers.length, 0);
  }
}

/** Checks that a number and that section's own title follow the word "section" in every clause. */
function assertReferences(text: string, titles: string[]): void {
  const named = [...text.matchAll(/\bsection (\d+) \(([^)]*)\)/g)];
  assert.equal(text.match(/\bsections?\b/gi)?.length, named.length);
  for (const [, number, title] of named) assert.equal(title, titles[Number(number) - 1]);
  assert.doesNotMatch(text, /\b(?:clause|paragraph|article) \d/i);
}

const toSingular = (term: string) => term.replace(/s$/, "");

/** Results by clause, because most clauses occur in thousands of agreements. */
const capitalizedByClause = new Map<string, string[]>();

/**
 * Returns the words with a capital within a sentence, or at its beginning where the grammar does
 * not require one.
 */
function listCapitalized(clause: string): string[] {
  const known = capitalizedByClause.get(clause);
  if (known) return known;
  const plain = clause
    .replace(/section \d+ \([^)]*\)/g, "it")
    .replace(/\b[A-Z]{3} [\d,.]+\d/g, "money");
  const found = [...plain.matchAll(/\b[A-Z][a-z]+(?:[- ][A-Z][a-z]+)*/g)].flatMap(
    ({ 0: words, index }) => {
      const isFirst = index === 0 || plain.slice(0, index).endsWith(". ");
      const [, ...rest] = words.split(" ");
      return isFirst ? rest.join(" ") || [] : words;
    },
  );
  capitalizedByClause.set(clause, found);
  return found;
}

/** Terms that are also ordinary words: "a kill fee", "written agreement", "the project named". */
const EVERYDAY = new Set(["Agreement", "Brief", "Engagement", "Fee", "Project", "Service"]);

/**
 * Checks that every term is defined once and then used, and that every word that looks like a term
 * is one.
 */
function assertTerms(clauses: string[], title: string): void {
  const text = clauses.join("\n");
  const defined = [...text.matchAll(/"([^"]*)"/g)].map(([, term = ""]) => term);
  const terms = new Set(defined.map(toSingular));
  assert.equal(terms.size, defined.length, `defined twice: ${defined.join(", ")}`);
  for (const term of terms) {
    const isUsed = new RegExp(`\\b${term}s?\\b(?!")`).test(text);
    assert.ok(isUsed, `${term} is defined and not used`);
    if (!EVERYDAY.has(term))
      assert.ok(!text.includes(term.toLowerCase()), `${term} in small letters`);
  }
  for (const clause of clauses) {
    for (const term of listCapitalized(clause.replace(title, "agreement"))) {
      assert.ok(terms.has(toSingular(term)), `${term} is not defined: ${clause}`);
    }
  }
}

/** Checks the rules of every agreement, for any input. */
function assertSound(type: Type, chosen: readonly Place[], changes: object = {}): void {
  const contract = written(type, chosen, changes);
  assert.doesNotMatch(contract, /undefined|null|NaN|\[object|\$\{|\S {2,}\S|\.\.|,,| [,.;]/);
  const titles = listTitles(type, chosen);
  assertNumbered(contract, titles);
  const clauses = [...contract.matchAll(/^\d+\.\d+ (.*)$/gm)].map(([, clause = ""]) => clause);
  assert.doesNotMatch(clauses.join("\n"), /^(?![A-Z"].*[.:]$)/m);
  assertReferences(clauses.join("\n"), titles);
  assertTerms(clauses, TYPES[type][0]);
}

/** The three types that agree on a piece of work, of which every subset is checked. */
const workTypes = types.slice(0, 3);

for (const type of workTypes) {
  test(`a contract of type ${type} is consistent with every subset of clauses and payment members`, () => {
    for (const chosen of listSubsets(clausePlaces)) assertSound(type, chosen);
  });

  test(`a contract of type ${type} is consistent with every subset of party and project members`, () => {
    for (const chosen of listSubsets(textPlaces)) assertSound(type, chosen);
  });
}

test("a contract is consistent with any members", () => {
  const every = [...places, ...(Object.keys(newer) as Place[])];
  const any = fc.tuple(fc.constantFrom(...types), fc.subarray(every));
  fc.assert(fc.property(any, ([type, chosen]) => assertSound(type, chosen)));
});

test("a contract by the hour or by milestones is consistent with any members", () => {
  const kind = fc.constantFrom("hourly", "milestones");
  const any = fc.tuple(fc.constantFrom(...workTypes), kind, fc.subarray(places));
  fc.assert(
    fc.property(any, ([type, fee, chosen]) => {
      const payment = { ...least.payment, type: fee };
      assertSound(
        type,
        chosen.filter((place) => !place.startsWith("payment.")),
        { payment },
      );
    }),
  );
});

test("retainers and non-disclosure agreements are consistent with every subset of their members", () => {
  const clauses: Place[] = [
    "clauses.includeNonSolicitation",
    "project.startDate",
    "project.endDate",
  ];
  const ofType = (type: Type, prefix: string) => {
    const mine = (Object.keys(newer) as Place[]).filter((place) => place.startsWith(prefix));
    for (const chosen of listSubsets([...mine, ...clauses])) assertSound(type, chosen);
  };
  ofType("retainer", "retainer.");
  ofType("non-disclosure-agreement", "nda.");
});
