/**
 * An agreement as a structure, the input of every format. It is plain data, so that workers can
 * receive it.
 */
export interface Contract {
  type: string;
  /** For example "Web Development Agreement". */
  title: string;
  /** For example "between Ada Doe and Acme Ltd". */
  parties: string;
  /** The note that the text is a template and not legal advice. */
  notice: string;
  keyTerms: KeyTerm[];
  sections: Section[];
  signatures: SignatureSection;
}

/** A row of the key terms. `details` are further lines, such as a party's address. */
export interface KeyTerm {
  label: string;
  value: string;
  details: string[];
}

export interface Section {
  number: number;
  heading: string;
  clauses: NumberedClause[];
}

/** A clause with its number, such as `4.2`, and the caller's text below it. */
export interface NumberedClause {
  number: string;
  text: string;
  /** `text`: lines as they were typed. `list`: one entry each. */
  passage?: { kind: "text" | "list"; lines: readonly string[] };
}

/** The last section, where both parties sign. */
export interface SignatureSection {
  number: number;
  heading: string;
  signatories: Signatory[];
}

/** A party that signs. */
export interface Signatory {
  role: "Freelancer" | "Client";
  name: string;
}

/** The lines that each party fills in by hand. */
export const SIGNATURE_LINES = ["Signature", "Name, position", "Date"] as const;

export interface DocumentOptions {
  hasNotice: boolean;
  pageSize: "A4" | "Letter";
  /** The day on which the file is created, as `YYYY-MM-DD`. */
  date: string;
}
