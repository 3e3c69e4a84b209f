import type { Issue } from "../../lib/errors.ts";
import type { AttachmentEntry } from "./attachments.ts";
import type { Draft, Model } from "./model/settle.ts";
import type { Judgment } from "./judge.ts";
import type { Choice, Profile } from "./profile.ts";
import type { TotalsReport } from "./totals.ts";

/** The input of `READ_TASK`: bytes, base64 or XML as text, and the rules to judge by. */
export interface ReadRequest {
  file?: string | Uint8Array | undefined;
  xml?: string | undefined;
  profile: Choice;
}

/** The verdict and the model of an invoice, as JSON. */
export interface Report extends Judgment, Model {
  container: "xml" | "pdf";
  syntax: "ubl" | "cii";
  type: "invoice" | "credit-note";
  /** BT-3. */
  typeCode: string | null;
  profile: Profile;
  /** BT-24. */
  specification: string | null;
  version: string | null;
  totals: TotalsReport;
  attachments: AttachmentEntry[];
}

/** A report whose model the invoice tool has not checked yet. */
export type DraftReport = Omit<Report, keyof Model>;

/** A language of the page and the PDF, and the headings of documents in it. */
export interface ViewLanguage {
  locale: string;
  invoice: string;
  creditNote: string;
}

/** An invoice with its bytes: the XML as it was in the file, and the attachments by number. */
export interface ReadInvoice {
  report: Report;
  xml: Uint8Array;
  files: Uint8Array[];
  source: Pick<ReadRequest, "file" | "xml">;
  language: ViewLanguage;
}

/** Result of `READ_TASK`. */
export type ReadResult =
  | {
      kind: "read";
      report: DraftReport;
      draft: Draft;
      /** Undefined: the bytes of the request. */
      xml: Uint8Array | undefined;
      files: Uint8Array[];
    }
  | { kind: "invalid"; issues: readonly Issue[]; code: string };

/** The task that reads and judges an invoice. */
export const READ_TASK = new URL("./read-task.js", import.meta.url);

/** The task that renders an invoice as a page or a PDF. */
export const VIEW_TASK = new URL("./view/view-task.js", import.meta.url);

export const READ_DEADLINE_MS = 5000;

export const MAX_PDF_PAGES = 200;
