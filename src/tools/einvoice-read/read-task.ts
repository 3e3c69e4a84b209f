import { ValidationError } from "../../lib/errors.ts";
import type { CallContext } from "../../lib/workers/worker-server.ts";
import { describeAttachment, listAttachments } from "./attachments.ts";
import type { Attachment } from "./pdf/attachments.ts";
import { chooseSets, judge, loadRules } from "./judge.ts";
import { type OpenedInvoice, readInvoiceFile } from "./open.ts";
import { getProfile, getVersion, type Profile } from "./profile.ts";
import { READ_DEADLINE_MS, type ReadRequest, type ReadResult, type DraftReport } from "./task.ts";
import { describeUsed, listBeyond } from "./model/beyond.ts";
import { buildInvoice } from "./model/build.ts";
import type { Draft } from "./model/settle.ts";
import { type GroupValue, readTerms, type TermValue } from "./terms/read-terms.ts";
import { reportTotals } from "./totals.ts";
import type { XmlElement } from "./xml/tree.ts";

/** Reads and judges an invoice. Runs in a worker. */
export default async function runReadTask(
  request: ReadRequest,
  context: CallContext,
): Promise<ReadResult> {
  context.restartDeadline(READ_DEADLINE_MS);
  try {
    return await readInvoice(request);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { kind: "invalid", issues: error.issues, code: error.code };
  }
}

async function readInvoice({ profile: choice, ...source }: ReadRequest): Promise<ReadResult> {
  const invoice = readInvoiceFile(source);
  if (choice === "peppol" && invoice.syntax !== "ubl") {
    throw ValidationError.at(["profile"], "peppol is for UBL");
  }
  const { syntax } = invoice;
  const members = readTerms(invoice.root, syntax);
  const head = readHead(invoice, members);
  if (syntax !== "zugferd1") await loadRules(chooseSets(head.profile, choice, syntax), syntax);
  const attachments = listAttachments(members, invoice);
  const report: DraftReport = {
    ...head,
    totals: reportTotals(members),
    ...judge(invoice, head.profile, choice),
    attachments: attachments.map(describeAttachment),
  };
  const draft = createDraft(invoice.root, members, report.type === "credit-note");
  // The caller has the bytes that it sent.
  const isSource = invoice.container === "xml" && typeof source.file === "object";
  const xml = isSource ? undefined : invoice.xml;
  return { kind: "read", report, draft, xml, files: attachments.map(toBytes) };
}

function createDraft(
  root: XmlElement,
  members: readonly (TermValue | GroupValue)[],
  isCreditNote: boolean,
): Draft {
  const { input, total, ledger } = buildInvoice(members, isCreditNote);
  const beyond = listBeyond(root, members, ledger);
  const origins = [...ledger.origins].map(
    ([path, values]) => [path, values.flatMap((value) => describeUsed(value, ledger))] as const,
  );
  return { input: input ?? null, total, beyond, origins: Object.fromEntries(origins) };
}

/** Returns the kind, syntax and profile of a document. */
function readHead(
  invoice: OpenedInvoice,
  members: readonly (TermValue | GroupValue)[],
): Pick<
  DraftReport,
  "container" | "syntax" | "type" | "typeCode" | "profile" | "specification" | "version"
> {
  const specification = findValue(members, "BT-24");
  const typeCode = findValue(members, "BT-3");
  const profile: Profile = getProfile(specification ?? "", invoice);
  const isCreditNote = invoice.root.name === "cn:CreditNote" || CREDIT_NOTES.has(typeCode ?? "");
  return {
    container: invoice.container,
    syntax: invoice.syntax === "ubl" ? "ubl" : "cii",
    type: isCreditNote ? "credit-note" : "invoice",
    typeCode,
    profile,
    specification,
    version: getVersion(profile, specification ?? ""),
  };
}

/** Types of UNTDID 1001 that EN 16931 counts as credit notes. */
const CREDIT_NOTES: ReadonlySet<string> = new Set(
  "81 83 261 262 296 308 381 396 420 458 502 503 532".split(" "),
);

/** Returns the value of a term of the document, not of a line. */
function findValue(members: readonly (TermValue | GroupValue)[], id: string): string | null {
  for (const member of members) {
    if ("term" in member && member.term.id === id) return member.value;
    const isNested = "group" in member && member.group.id === "BG-2";
    const value = isNested ? findValue(member.members, id) : null;
    if (value !== null) return value;
  }
  return null;
}

function toBytes({ bytes }: Attachment): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes);
}
