import type { ContractTerms } from "../terms.ts";

/**
 * The sections of all agreements in their order, with their headings. An agreement has those that
 * it writes, and may rename them.
 */
export const SECTIONS = {
  parties: "Parties and Relationship",
  scope: "Services and Deliverables",
  schedule: "Schedule",
  fees: "Fees and Payment",
  client: "Client Responsibilities",
  changes: "Revisions and Changes",
  acceptance: "Acceptance",
  rights: "Intellectual Property",
  warranties: "Warranties",
  information: "Confidential Information",
  exclusions: "Exclusions and Required Disclosure",
  obligations: "Obligations of the Recipient",
  return: "Return of Information",
  licence: "No Licence or Commitment",
  confidentiality: "Confidentiality",
  nonSolicitation: "Non-Solicitation",
  termination: "Term and Termination",
  remedies: "Remedies",
  liability: "Liability and Indemnity",
  forceMajeure: "Force Majeure",
  law: "Governing Law and Disputes",
  general: "General",
  signatures: "Signatures",
} as const;

/** The name of a section within the code. */
export type SectionKey = keyof typeof SECTIONS;

/**
 * Returns a reference to a section: `section 4 (Fees and Payment)`. Throws if the section is
 * absent.
 */
export type SectionRef = (key: SectionKey) => string;

/**
 * A sentence followed by the caller's text, which is set apart so that it cannot pass for a clause.
 */
export interface Passage {
  sentence: string;
  /** `text`: lines as they were typed. `list`: one entry each. */
  kind: "text" | "list";
  lines: readonly string[];
}

/** A clause, or undefined or false when the terms omit it. */
export type Clause = string | Passage | undefined | false;

export type ClauseBuilder = (terms: ContractTerms, ref: SectionRef) => Clause[];

/** The builders of an agreement's sections, and its words. */
export interface Agreement {
  title: string;
  /** The defined term for the work as a whole. */
  undertaking: "Project" | "Engagement";
  headings?: Partial<Record<SectionKey, string>>;
  sections: Partial<Record<SectionKey, ClauseBuilder>>;
}

/** Writes the first clause on rights, which assigns them once the Deliverables are paid for. */
export function writeOwnership(
  { transfersRights }: ContractTerms,
  {
    except,
    licence,
    condition = "Once all amounts payable under this Agreement are paid",
  }: { except?: string; licence: string; condition?: string },
): Clause {
  return transfersRights
    ? `${condition}, the Freelancer assigns to the Client without further act all intellectual property rights in the Deliverables, worldwide and for as long as they last${except ? `, except for ${except}` : ""}. Where rights cannot be assigned, the Client then has an exclusive licence of the same extent.`
    : `The Freelancer keeps all intellectual property rights in the Deliverables. ${condition}, the Client has a non-exclusive, perpetual, worldwide licence to ${licence}`;
}

/**
 * Chooses the clause on revisions: for no number, for zero, or for a number of rounds. Those of
 * hourly work are in no fee.
 */
export function writeRevisions(
  { fee, revisionRounds: rounds }: ContractTerms,
  wording: { unspecified: string; none: string; some: (rounds: string) => string },
): Clause {
  if (fee.kind === "hourly") {
    return `Revisions are part of the Services and are paid by the hour.`;
  }
  if (rounds === undefined) return wording.unspecified;
  return rounds === 0 ? wording.none : wording.some(formatCount(rounds, "round"));
}

/** The clause on rights in the client's own material, identical in every agreement. */
export const MATERIALS = `The Client keeps its rights in the Client Materials, permits their use for the Services and warrants that it may.`;

/** Creates a passage with the caller's text below a sentence, line by line. */
export function createTextPassage(sentence: string, text: string): Passage {
  return { sentence, kind: "text", lines: text.split("\n") };
}

export function createListPassage(sentence: string, lines: readonly string[]): Passage {
  return { sentence, kind: "list", lines };
}

/** Formats a number with its noun: `3 rounds`, `1 round`. */
export function formatCount(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
