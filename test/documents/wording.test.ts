import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { compileInput } from "#src/lib/input/input.js";
import { resolveContract, writeContract } from "#src/tools/contract-generator/reply.js";
import { ContractInput } from "#src/tools/contract-generator/schema.js";

const read = compileInput(ContractInput);

/** What each type calls itself and its second section. */
const TYPES = {
  "freelance-design": ["Freelance Design Agreement", "Services and Deliverables"],
  "web-development": ["Web Development Agreement", "Scope and Deliverables"],
  "service-agreement": ["Service Agreement", "Services"],
} as const;
type Type = keyof typeof TYPES;
const types = Object.keys(TYPES) as Type[];

// No capitals in what a caller sends here: whatever has one is ours.
const least = {
  freelancer: { name: "ada doe" },
  client: { name: "acme" },
  project: { title: "shop" },
  payment: { amount: 5000 },
};

/** Every optional member by its place, each with a value of its own. */
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
type Place = keyof typeof optional;
const places = Object.keys(optional) as Place[];
const clausePlaces = places.filter((place) => /^(?:clauses|payment)\./.test(place));
const textPlaces = places.filter((place) => !clausePlaces.includes(place));

function written(type: Type, chosen: Iterable<Place>, changes: object = {}): string {
  const request: Record<string, object> = { ...least };
  for (const place of chosen) {
    const [group = "", member = ""] = place.split(".");
    request[group] = { ...request[group], [member]: optional[place] };
  }
  return writeContract(resolveContract(read({ type, ...request, ...changes }))).contract;
}

function* listSubsets(of: Place[]): Generator<Place[]> {
  for (let bits = 0; bits < 2 ** of.length; bits += 1) {
    yield of.filter((_place, index) => (bits >> index) & 1);
  }
}

/** The titles that an agreement has to have, in their order, for what was chosen. */
function listTitles(type: Type, chosen: readonly Place[]): string[] {
  const where = (place: Place, title: string) => (chosen.includes(place) ? [title] : []);
  return [
    "Parties and Relationship",
    TYPES[type][1],
    "Schedule",
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

/** Headings and clauses are numbered without a gap, and every section but the last has clauses. */
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

/** Wherever a clause says "section", a number and that section's own title follow. */
function assertReferences(text: string, titles: string[]): void {
  const named = [...text.matchAll(/\bsection (\d+) \(([^)]*)\)/g)];
  assert.equal(text.match(/\bsections?\b/gi)?.length, named.length);
  for (const [, number, title] of named) assert.equal(title, titles[Number(number) - 1]);
  assert.doesNotMatch(text, /\b(?:clause|paragraph|article) \d/i);
}

const singular = (term: string) => term.replace(/s$/, "");

/** Most clauses come again in thousands of agreements. */
const capitalisedByClause = new Map<string, string[]>();

/** What stands capitalised within a sentence, or at its beginning after the word that has to be. */
function capitalised(clause: string): string[] {
  const known = capitalisedByClause.get(clause);
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
  capitalisedByClause.set(clause, found);
  return found;
}

/** Terms that are also words: "a kill fee", "written agreement", "the project named". */
const EVERYDAY = new Set(["Agreement", "Brief", "Engagement", "Fee", "Project", "Service"]);

/** Every term is defined once and then used; every word that looks like a term is one. */
function assertTerms(clauses: string[], title: string): void {
  const text = clauses.join("\n");
  const defined = [...text.matchAll(/"([^"]*)"/g)].map(([, term = ""]) => term);
  const terms = new Set(defined.map(singular));
  assert.equal(terms.size, defined.length, `defined twice: ${defined.join(", ")}`);
  for (const term of terms) {
    const isUsed = new RegExp(`\\b${term}s?\\b(?!")`).test(text);
    assert.ok(isUsed, `${term} is defined and not used`);
    if (!EVERYDAY.has(term))
      assert.ok(!text.includes(term.toLowerCase()), `${term} in small letters`);
  }
  for (const clause of clauses) {
    for (const term of capitalised(clause.replace(title, "agreement"))) {
      assert.ok(terms.has(singular(term)), `${term} is not defined: ${clause}`);
    }
  }
}

/** What has to hold for every agreement, whatever was asked for. */
function assertSound(type: Type, chosen: readonly Place[]): void {
  const contract = written(type, chosen);
  assert.doesNotMatch(contract, /undefined|null|NaN|\[object|\$\{|\S {2,}\S|\.\.|,,| [,.;]/);
  const titles = listTitles(type, chosen);
  assertNumbered(contract, titles);
  const clauses = [...contract.matchAll(/^\d+\.\d+ (.*)$/gm)].map(([, clause = ""]) => clause);
  assert.doesNotMatch(clauses.join("\n"), /^(?![A-Z"].*[.:]$)/m);
  assertReferences(clauses.join("\n"), titles);
  assertTerms(clauses, TYPES[type][0]);
}

for (const type of types) {
  test(`${type}: is consistent with every subset of clauses and payment members`, () => {
    for (const chosen of listSubsets(clausePlaces)) assertSound(type, chosen);
  });

  test(`${type}: is consistent with every subset of party and project members`, () => {
    for (const chosen of listSubsets(textPlaces)) assertSound(type, chosen);
  });
}

test("is consistent with any members", () => {
  const any = fc.tuple(fc.constantFrom(...types), fc.subarray(places));
  fc.assert(fc.property(any, ([type, chosen]) => assertSound(type, chosen)));
});
