import { designAgreement } from "./clauses/design.ts";
import { nonDisclosureAgreement } from "./clauses/non-disclosure.ts";
import {
  type Agreement,
  type Clause,
  type SectionKey,
  type SectionRef,
  SECTIONS,
} from "./clauses/outline.ts";
import { retainerAgreement } from "./clauses/retainer.ts";
import { serviceAgreement } from "./clauses/service.ts";
import { webAgreement } from "./clauses/web.ts";
import type { Contract, NumberedClause, Section } from "./contract-model.ts";
import type { Milestone } from "./fee-terms.ts";
import { buildKeyTerms } from "./key-terms.ts";
import type { ContractRequest } from "./schema.ts";
import type { ContractTerms } from "./terms.ts";

/** How a format writes values within sentences. */
export interface Presentation {
  /** Formats a calendar day, `YYYY-MM-DD`. */
  formatDate(day: string): string;
  /** Prepares a text of the caller for the middle of a sentence. */
  embed(text: string): string;
  /** Sets a sentence of ours, with the embedded texts. */
  typeset(sentence: string): string;
}

const AGREEMENTS: Record<ContractRequest["type"], Agreement> = {
  "freelance-design": designAgreement,
  "web-development": webAgreement,
  "service-agreement": serviceAgreement,
  retainer: retainerAgreement,
  "non-disclosure-agreement": nonDisclosureAgreement,
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
  const agreement = AGREEMENTS[type];
  const dated = formatDates(terms, presentation);
  const embedded = embedTexts(dated, presentation);
  const { typeset } = presentation;
  const keys = (Object.keys(SECTIONS) as SectionKey[]).filter(
    (key) => key === "signatures" || (key in agreement.sections && isPresent(key, terms)),
  );
  const { freelancer, client } = embedded;
  return {
    type,
    title: agreement.title,
    parties: typeset(`between ${freelancer.name} and ${client.name}`),
    notice: NOTICE,
    keyTerms: buildKeyTerms(dated, agreement),
    sections: buildSections(embedded, { agreement, keys, typeset }),
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
  const formatDue = (milestone: Milestone): Milestone =>
    milestone.dueDate === undefined
      ? milestone
      : { ...milestone, dueDate: formatDate(milestone.dueDate) };
  const { startDate, endDate, fee } = terms;
  return {
    ...terms,
    ...(fee.kind === "milestones" && {
      fee: { ...fee, milestones: fee.milestones.map(formatDue) },
    }),
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

interface Outline {
  agreement: Agreement;
  keys: readonly SectionKey[];
  typeset: Presentation["typeset"];
}

/**
 * Numbers the sections without gaps. Writes their clauses afterwards, so that references have the
 * final numbers.
 */
function buildSections(terms: ContractTerms, { agreement, keys, typeset }: Outline): Section[] {
  const getHeading = (key: SectionKey) => agreement.headings?.[key] ?? SECTIONS[key];
  const referTo: SectionRef = (key) => {
    if (!keys.includes(key)) throw new Error(`a clause refers to ${key}, which is left out`);
    return `section ${keys.indexOf(key) + 1} (${getHeading(key)})`;
  };
  return keys.flatMap((key, index) => {
    const clauses = agreement.sections[key]?.(terms, referTo);
    if (!clauses) return [];
    const number = index + 1;
    return [{ number, heading: getHeading(key), clauses: numberClauses(clauses, number, typeset) }];
  });
}

function isPresent(key: SectionKey, terms: ContractTerms): boolean {
  if (key === "confidentiality") return terms.hasConfidentiality;
  if (key === "nonSolicitation") return terms.hasNonSolicitation;
  return key !== "forceMajeure" || terms.hasForceMajeure;
}

function numberClauses(
  clauses: Clause[],
  section: number,
  typeset: Presentation["typeset"],
): NumberedClause[] {
  return clauses
    .filter((clause) => typeof clause === "string" || typeof clause === "object")
    .map((clause, index) => {
      const number = `${section}.${index + 1}`;
      if (typeof clause === "string") return { number, text: typeset(clause) };
      const { sentence, kind, lines } = clause;
      return { number, text: typeset(sentence), passage: { kind, lines } };
    });
}
