import type { Static } from "typebox";
import type { Input } from "../../lib/schema.ts";
import {
  confidentiality,
  delays,
  fees,
  forceMajeure,
  general,
  law,
  liability,
  nonSolicitation,
  parties,
  signatures,
  termination,
} from "./common.ts";
import { design } from "./design.ts";
import {
  type Agreement,
  block,
  count,
  type Clause,
  linesOf,
  SECTIONS,
  type SectionKey,
  type See,
  type Write,
} from "./outline.ts";
import type { ContractInput, ContractOutput } from "./schema.ts";
import { service } from "./service.ts";
import { type Party, type Terms, toTerms } from "./terms.ts";
import { web } from "./web.ts";

const AGREEMENTS: Record<Input<typeof ContractInput>["type"], Agreement> = {
  "freelance-design": design,
  "web-development": web,
  "service-agreement": service,
};

const NOTICE = `NOTICE: This is a template for work between businesses, not legal advice. Have a lawyer review it before signing.`;

/** Writes the agreement. The same request gives the same text. Throws InputError as toTerms does. */
export function contractOf(asked: Input<typeof ContractInput>): Static<typeof ContractOutput> {
  const agreement = AGREEMENTS[asked.type];
  const terms = toTerms(asked);
  const contract = [
    agreement.title.toUpperCase(),
    NOTICE,
    "KEY TERMS",
    keyTerms(terms, agreement),
    ...sectionsOf(terms, agreement),
  ].join("\n\n");
  return { contract: `${contract}\n`, wordCount: wordsOf(contract), type: asked.type };
}

/** How many runs of characters that are not white space. */
function wordsOf(text: string): number {
  const word = /\S+/g;
  let words = 0;
  while (word.test(text)) words += 1;
  return words;
}

function keyTerms(terms: Terms, { undertaking }: Agreement): string {
  const { startDate, endDate, upfront, paymentTermsDays } = terms;
  return [
    contact("Freelancer", terms.freelancer),
    contact("Client", terms.client),
    `${undertaking}: ${terms.title}`,
    startDate !== undefined && `Start: ${startDate}`,
    endDate !== undefined && `Target date: ${endDate}`,
    `Fee: ${terms.fee}`,
    upfront && `Upfront: ${upfront.amount}`,
    `Payment: ${paymentTermsDays === 0 ? "on receipt of invoice" : `${count(paymentTermsDays, "day")} from the invoice date`}`,
  ]
    .filter((line) => typeof line === "string")
    .join("\n");
}

function contact(label: string, { name, address, email }: Party): string {
  return block(`${label}: ${name}`, [
    ...(address === undefined ? [] : linesOf(address)),
    ...(email === undefined ? [] : [email]),
  ]);
}

/** The sections that the terms call for, numbered without gaps: references are made after the numbering. */
function sectionsOf(terms: Terms, agreement: Agreement): string[] {
  const keys = (Object.keys(SECTIONS) as SectionKey[]).filter((key) => isPresent(key, terms));
  const heading = (key: SectionKey) => (key === "scope" ? agreement.scopeHeading : SECTIONS[key]);
  const see: See = (key) => {
    if (!keys.includes(key)) throw new Error(`a clause refers to ${key}, which is left out`);
    return `section ${keys.indexOf(key) + 1} (${heading(key)})`;
  };
  const writers = writersOf(agreement);
  return keys.map((key, index) => {
    const title = `${index + 1}. ${heading(key).toUpperCase()}`;
    if (key === "signatures") return [title, ...signatures(terms)].join("\n\n");
    return [title, ...numbered(writers[key](terms, see), index + 1)].join("\n\n");
  });
}

function isPresent(key: SectionKey, terms: Terms): boolean {
  if (key === "confidentiality") return terms.hasConfidentiality;
  if (key === "nonSolicitation") return terms.hasNonSolicitation;
  return key !== "forceMajeure" || terms.hasForceMajeure;
}

function numbered(clauses: Clause[], section: number): string[] {
  return clauses
    .filter((clause) => typeof clause === "string")
    .map((clause, index) => `${section}.${index + 1} ${clause}`);
}

type Writers = Record<Exclude<SectionKey, "signatures">, Write>;

/** What each section is written by: the agreement itself, or what all agreements have in common. */
function writersOf(agreement: Agreement): Writers {
  return {
    ...agreement,
    parties: (terms) => parties(terms, agreement.title),
    schedule: (terms, see) => [...agreement.schedule(terms, see), ...delays(terms, see)],
    fees: (terms) => fees(terms, agreement.completion),
    confidentiality,
    nonSolicitation,
    termination,
    liability,
    forceMajeure,
    law,
    general: () => general(agreement),
  };
}
