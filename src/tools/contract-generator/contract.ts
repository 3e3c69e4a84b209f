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

/** An agreement, and what each of its sections is written by. */
interface Template {
  agreement: Agreement;
  writers: Writers;
}

const TEMPLATES: Record<Input<typeof ContractInput>["type"], Template> = {
  "freelance-design": templateOf(design),
  "web-development": templateOf(web),
  "service-agreement": templateOf(service),
};

const NOTICE = `NOTICE: This is a template for work between businesses, not legal advice. Have a lawyer review it before signing.`;

/** Writes the agreement. The same request gives the same text. Throws InputError as toTerms does. */
export function contractOf(asked: Input<typeof ContractInput>): Static<typeof ContractOutput> {
  const template = TEMPLATES[asked.type];
  const terms = toTerms(asked);
  const contract = [
    template.agreement.title.toUpperCase(),
    NOTICE,
    "KEY TERMS",
    keyTerms(terms, template.agreement),
    ...sectionsOf(terms, template),
  ].join("\n\n");
  return { contract: `${contract}\n`, wordCount: wordsOf(contract), type: asked.type };
}

/** How many runs of characters that are not white space. By hand: a pattern takes a third of the whole answer. */
function wordsOf(text: string): number {
  let words = 0;
  let wasSpace = true;
  for (let at = 0; at < text.length; at += 1) {
    const isSpace = isWhiteSpace(text.charCodeAt(at));
    if (wasSpace && !isSpace) words += 1;
    wasSpace = isSpace;
  }
  return words;
}

/** Of the control characters an agreement holds only line breaks and tabs, which are white space. */
function isWhiteSpace(code: number): boolean {
  return code <= 0x20 || (code >= 0xa0 && /\s/.test(String.fromCharCode(code)));
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
function sectionsOf(terms: Terms, { agreement, writers }: Template): string[] {
  const keys = (Object.keys(SECTIONS) as SectionKey[]).filter((key) => isPresent(key, terms));
  const heading = (key: SectionKey) => (key === "scope" ? agreement.scopeHeading : SECTIONS[key]);
  const see: See = (key) => {
    if (!keys.includes(key)) throw new Error(`a clause refers to ${key}, which is left out`);
    return `section ${keys.indexOf(key) + 1} (${heading(key)})`;
  };
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

/** Each section is written by the agreement itself or by what all agreements have in common. */
function templateOf(agreement: Agreement): Template {
  const writers: Writers = {
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
  return { agreement, writers };
}
