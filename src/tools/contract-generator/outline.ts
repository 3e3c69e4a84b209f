import type { Terms } from "./terms.ts";

/** The sections of every agreement, in their order, by the heading each one carries unless a type renames it. */
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
  confidentiality: "Confidentiality",
  nonSolicitation: "Non-Solicitation",
  termination: "Term and Termination",
  liability: "Liability and Indemnity",
  forceMajeure: "Force Majeure",
  law: "Governing Law and Disputes",
  general: "General",
  signatures: "Signatures",
} as const;

/** A section's name within the code. */
export type SectionKey = keyof typeof SECTIONS;

/** How a clause names another section: `section 4 (Fees and Payment)`. Throws if there is none. */
export type See = (key: SectionKey) => string;

/** A clause, or nothing where a switch leaves it out. A line break in one begins an indented block. */
export type Clause = string | undefined | false;

/** Writes the clauses of one section. */
export type Write = (terms: Terms, see: See) => Clause[];

/** What sets one type of agreement apart. Everything else is common to all. */
export interface Agreement {
  title: string;
  /** The defined term for what the work is for. */
  undertaking: "Project" | "Engagement";
  /** The defined term for what that calls for. */
  brief: "Brief" | "Specification" | "Tasks";
  scopeHeading: string;
  scope: Write;
  schedule: Write;
  /** When the Services count as complete, and so the fee or the rest of it is invoiced: "when …". */
  completion: string;
  client: Write;
  changes: Write;
  acceptance: Write;
  rights: Write;
  warranties: Write;
}

/** The first clause on rights: whose the Deliverables are once they are paid for. */
export function ownership(
  { transfersRights }: Terms,
  { except, licence }: { except?: string; licence: string },
): Clause {
  return transfersRights
    ? `Once all amounts payable under this Agreement are paid, the Freelancer assigns to the Client without further act all intellectual property rights in the Deliverables, worldwide and for as long as they last${except ? `, except for ${except}` : ""}. Where rights cannot be assigned, the Client then has an exclusive licence of the same extent.`
    : `The Freelancer keeps all intellectual property rights in the Deliverables. Once all amounts payable under this Agreement are paid, the Client has a non-exclusive, perpetual, worldwide licence to ${licence}`;
}

/** The clause on revisions: for a number of rounds, for none, and where nothing was said of them. */
export function revisions(
  rounds: number | undefined,
  { unsaid, none, some }: { unsaid: string; none: string; some: (rounds: string) => string },
): Clause {
  if (rounds === undefined) return unsaid;
  return rounds === 0 ? none : some(count(rounds, "round"));
}

/** The same in every agreement: whose the client's own material is. */
export const MATERIALS = `The Client keeps its rights in the Client Materials, permits their use for the Services and warrants that it may.`;

/** A caller's text below a sentence: indented, so that no line of it can pass for a heading or a clause. */
export function block(sentence: string, lines: readonly string[]): string {
  return [sentence, ...lines.map((line) => `    ${line}`.trimEnd())].join("\n");
}

/** The text as the lines of a block. */
export function linesOf(text: string): string[] {
  return text.split("\n");
}

/** Deliverables as a list below a sentence. */
export function list(sentence: string, entries: readonly string[]): string {
  return block(
    sentence,
    entries.map((entry) => `- ${entry}`),
  );
}

/** `3 rounds`, `1 round`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
