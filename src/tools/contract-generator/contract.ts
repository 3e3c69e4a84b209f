import {
  writeConfidentiality,
  writeDelays,
  writeFees,
  writeForceMajeure,
  writeGeneral,
  writeLaw,
  writeLiability,
  writeNonSolicitation,
  writeParties,
  writeTermination,
} from "./clauses/standard-clauses.ts";
import { designAgreement } from "./clauses/design.ts";
import {
  type Agreement,
  type Clause,
  type ClauseBuilder,
  formatCount,
  type SectionKey,
  type SectionRef,
  SECTIONS,
} from "./clauses/outline.ts";
import { serviceAgreement } from "./clauses/service.ts";
import { webAgreement } from "./clauses/web.ts";
import type { ContractRequest, ContractParty, ContractTerms } from "./terms.ts";
import type { Contract, KeyTerm, NumberedClause, Section } from "./contract-model.ts";

/** How a format writes values within sentences. */
export interface Presentation {
  /** Formats a calendar day, `YYYY-MM-DD`. */
  formatDate(day: string): string;
  /** Prepares a text of the caller for the middle of a sentence. */
  embed(text: string): string;
}

type Builders = Record<Exclude<SectionKey, "signatures">, ClauseBuilder>;

/** An agreement with the builder of each of its sections. */
interface AgreementTemplate {
  agreement: Agreement;
  builders: Builders;
}

const TEMPLATES: Record<ContractRequest["type"], AgreementTemplate> = {
  "freelance-design": createTemplate(designAgreement),
  "web-development": createTemplate(webAgreement),
  "service-agreement": createTemplate(serviceAgreement),
};

const NOTICE = `This is a template for work between businesses, not legal advice. Have a lawyer review it before signing.`;

/**
 * Builds the agreement of a type from its terms. The same terms always build the same agreement.
 */
export function buildContract(
  type: ContractRequest["type"],
  terms: ContractTerms,
  presentation: Presentation,
): Contract {
  const template = TEMPLATES[type];
  const dated = formatDates(terms, presentation);
  const embedded = embedTexts(dated, presentation);
  const keys = (Object.keys(SECTIONS) as SectionKey[]).filter((key) => isPresent(key, terms));
  return {
    type,
    title: template.agreement.title,
    parties: `between ${embedded.freelancer.name} and ${embedded.client.name}`,
    notice: NOTICE,
    keyTerms: buildKeyTerms(dated, template.agreement),
    sections: buildSections(embedded, template, keys),
    signatures: {
      number: keys.length,
      heading: SECTIONS.signatures,
      signatories: [
        { role: "Freelancer", name: terms.freelancer.name },
        { role: "Client", name: terms.client.name },
      ],
    },
  };
}

function formatDates(terms: ContractTerms, { formatDate }: Presentation): ContractTerms {
  const { startDate, endDate } = terms;
  return {
    ...terms,
    ...(startDate !== undefined && { startDate: formatDate(startDate) }),
    ...(endDate !== undefined && { endDate: formatDate(endDate) }),
  };
}

/** Prepares the texts of the caller that clauses quote within a sentence. */
function embedTexts(terms: ContractTerms, { embed }: Presentation): ContractTerms {
  const { freelancer, client, title, governingState } = terms;
  return {
    ...terms,
    freelancer: { ...freelancer, name: embed(freelancer.name) },
    client: { ...client, name: embed(client.name) },
    title: embed(title),
    ...(governingState !== undefined && { governingState: embed(governingState) }),
  };
}

function buildKeyTerms(terms: ContractTerms, { undertaking }: Agreement): KeyTerm[] {
  const { startDate, endDate, upfront, paymentTermsDays } = terms;
  const payment =
    paymentTermsDays === 0
      ? "on receipt of invoice"
      : `${formatCount(paymentTermsDays, "day")} from the invoice date`;
  return [
    describeParty("Freelancer", terms.freelancer),
    describeParty("Client", terms.client),
    toKeyTerm(undertaking, terms.title),
    startDate !== undefined && toKeyTerm("Start", startDate),
    endDate !== undefined && toKeyTerm("Target date", endDate),
    toKeyTerm("Fee", terms.fee),
    upfront && toKeyTerm("Upfront", upfront.amount),
    toKeyTerm("Payment", payment),
  ].filter((term) => typeof term === "object");
}

function toKeyTerm(label: string, value: string): KeyTerm {
  return { label, value, details: [] };
}

function describeParty(label: string, { name, address, email }: ContractParty): KeyTerm {
  const details = [...(address?.split("\n") ?? []), ...(email === undefined ? [] : [email])];
  return { label, value: name, details };
}

/**
 * Numbers the sections without gaps. Writes their clauses afterwards, so that references have the
 * final numbers.
 */
function buildSections(
  terms: ContractTerms,
  { agreement, builders }: AgreementTemplate,
  keys: readonly SectionKey[],
): Section[] {
  const getHeading = (key: SectionKey) =>
    key === "scope" ? agreement.scopeHeading : SECTIONS[key];
  const referTo: SectionRef = (key) => {
    if (!keys.includes(key)) throw new Error(`a clause refers to ${key}, which is left out`);
    return `section ${keys.indexOf(key) + 1} (${getHeading(key)})`;
  };
  return keys.flatMap((key, index) => {
    if (key === "signatures") return [];
    const clauses = numberClauses(builders[key](terms, referTo), index + 1);
    return [{ number: index + 1, heading: getHeading(key), clauses }];
  });
}

function isPresent(key: SectionKey, terms: ContractTerms): boolean {
  if (key === "confidentiality") return terms.hasConfidentiality;
  if (key === "nonSolicitation") return terms.hasNonSolicitation;
  return key !== "forceMajeure" || terms.hasForceMajeure;
}

function numberClauses(clauses: Clause[], section: number): NumberedClause[] {
  return clauses
    .filter((clause) => typeof clause === "string" || typeof clause === "object")
    .map((clause, index) => {
      const number = `${section}.${index + 1}`;
      if (typeof clause === "string") return { number, text: clause };
      const { sentence, kind, lines } = clause;
      return { number, text: sentence, passage: { kind, lines } };
    });
}

/** Joins the sections of one type with those of every type. */
function createTemplate(agreement: Agreement): AgreementTemplate {
  const builders: Builders = {
    ...agreement,
    parties: (terms) => writeParties(terms, agreement.title),
    schedule: (terms, referTo) => [
      ...agreement.schedule(terms, referTo),
      ...writeDelays(terms, referTo),
    ],
    fees: (terms) => writeFees(terms, agreement.completion),
    confidentiality: writeConfidentiality,
    nonSolicitation: writeNonSolicitation,
    termination: writeTermination,
    liability: writeLiability,
    forceMajeure: writeForceMajeure,
    law: writeLaw,
    general: () => writeGeneral(agreement),
  };
  return { agreement, builders };
}
