import type { Agreement, ClauseBuilder } from "./outline.ts";
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
} from "./standard-clauses.ts";

/** The sections that differ between agreements on a piece of work, and their words. */
interface WorkAgreement extends Pick<Agreement, "title" | "undertaking"> {
  /** The defined term for the description of the work. */
  brief: "Brief" | "Specification" | "Tasks";
  scopeHeading: string;
  scope: ClauseBuilder;
  schedule: ClauseBuilder;
  /** The event that triggers the final invoice, a phrase that begins with "when". */
  completion: string;
  client: ClauseBuilder;
  changes: ClauseBuilder;
  acceptance: ClauseBuilder;
  rights: ClauseBuilder;
  warranties: ClauseBuilder;
}

/** Joins the sections of one type with those that all agreements on work have. */
export function createWorkAgreement({
  title,
  undertaking,
  brief,
  scopeHeading,
  completion,
  schedule,
  ...sections
}: WorkAgreement): Agreement {
  return {
    title,
    undertaking,
    headings: { scope: scopeHeading },
    sections: {
      ...sections,
      parties: (terms) => writeParties(terms, title),
      schedule: (terms, ref) => [...schedule(terms, ref), ...writeDelays(terms, ref)],
      fees: (terms) => writeFees(terms, completion),
      confidentiality: writeConfidentiality,
      nonSolicitation: writeNonSolicitation,
      termination: writeTermination,
      liability: writeLiability,
      forceMajeure: writeForceMajeure,
      law: writeLaw,
      general: () => writeGeneral(brief),
    },
  };
}
