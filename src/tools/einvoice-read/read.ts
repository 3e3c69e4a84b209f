import { ValidationError } from "../../lib/errors.ts";
import type { Input } from "../../lib/schema.ts";
import type { ToolContext } from "../tool-context.ts";
import { settleModel } from "./model/settle.ts";
import type { InvoiceTool } from "./invoice-tool.ts";
import type { EInvoiceReadInput } from "./schema.ts";
import { READ_TASK, type ReadInvoice, type ReadResult, type ViewLanguage } from "./task.ts";

/** Maximum characters of a document of 10 MiB in base64 with line breaks. */
const MAX_CHARACTERS = 14 * 1024 * 1024;

/** Memory of reading a document, as a multiple of its size: texts, tree, and libxml2's copy. */
const MEMORY_FACTOR = 13;

/**
 * Reads and judges an invoice in a worker. Throws ValidationError for a document that is not an
 * invoice or takes too long.
 */
export async function readEInvoice(
  { file: base64, xml, profile, language: tag }: Input<typeof EInvoiceReadInput>,
  { tasks, invoices }: Pick<ToolContext, "tasks" | "invoices">,
): Promise<ReadInvoice> {
  const file = base64 as string | Uint8Array | undefined;
  const { length } = file ?? xml ?? "";
  if (length > MAX_CHARACTERS) throw ValidationError.at(["file"], "must be at most 10 MiB");
  const language = await findLanguage(tag, invoices);
  const result = await tasks.run<ReadResult>(
    READ_TASK,
    { file, xml, profile },
    { onTimeout: throwTooLong, endsWithSignal: true, bytes: length * MEMORY_FACTOR },
  );
  if (result.kind === "invalid") throw new ValidationError(result.issues, result.code);
  const { report, draft, files } = result;
  const bytes = result.xml ?? (file as Uint8Array);
  const model = await settleModel(draft, invoices);
  return { report: { ...report, ...model }, xml: bytes, files, source: { file, xml }, language };
}

async function findLanguage(tag: string, invoices: InvoiceTool): Promise<ViewLanguage> {
  const language = await invoices.findLanguage(tag);
  if ("problem" in language) throw ValidationError.at(["language"], language.problem);
  const { locale, words } = language;
  return { locale, invoice: words["invoice"] ?? "", creditNote: words["creditNote"] ?? "" };
}

export function throwTooLong(): never {
  throw ValidationError.at(["file"], "takes longer than 5 s to read");
}
