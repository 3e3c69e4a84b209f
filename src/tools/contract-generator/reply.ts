import { formatUtcDay } from "../../lib/dates/date.ts";
import { ValidationError } from "../../lib/errors.ts";
import { formatContentDisposition, negotiate } from "../../lib/net/http-headers.ts";
import type { MaybePromise } from "../../lib/concurrency/maybe-promise.ts";
import type { TaskRunner } from "../../lib/workers/task-pool.ts";
import { WorkerError } from "../../lib/workers/worker-client.ts";
import { MAX_PAGES, RENDER_TASK, type RenderedPdf } from "../../pdf/document.ts";
import type { ReplyOptions, ToolReply } from "../define.ts";
import type { ToolContext } from "../tool-context.ts";
import { buildContract } from "./contract.ts";
import { type DocxRequest, WRITE_DOCX_TASK } from "./formats/docx/task.ts";
import { writeMarkdown } from "./formats/markdown.ts";
import { writePage } from "./formats/html.ts";
import { toContractDocument } from "./formats/pdf/pdf-document.ts";
import { writeJson } from "./formats/plain-text.ts";
import {
  choosePageSize,
  createDocumentPresentation,
  createPlainPresentation,
} from "./presentation.ts";
import { type ContractFormat, FORMATS, MEDIA_TYPES } from "./schema.ts";
import type { ResolvedContract } from "./terms.ts";
import type { Contract, DocumentOptions } from "./contract-model.ts";

/**
 * Maximum characters of the project's title in a file name, because file systems limit names to 255
 * bytes.
 */
const MAX_TITLE_LENGTH = 60;

type ContractReplyOptions = ReplyOptions<{ format?: ContractFormat }>;
type ContractContext = Pick<ToolContext, "now" | "tasks">;
type DocumentFormat = Exclude<ContractFormat, "json">;

/** Returns the agreement in the requested format. A worker creates PDF and DOCX. */
export function createContractReply(
  resolved: ResolvedContract,
  options: ContractReplyOptions,
  context: ContractContext,
): MaybePromise<ToolReply> {
  const format = chooseFormat(options);
  if (format === "json") return { type: MEDIA_TYPES.json, body: writeContract(resolved) };
  return createDocumentReply(resolved, format, context);
}

/** Returns the JSON response. Its text is the same for the same request. */
export function writeContract({ request, terms }: ResolvedContract) {
  return writeJson(buildContract(request.type, terms, createPlainPresentation(request)));
}

/**
 * Chooses the format. JSON that a command's flag or MCP requests takes precedence over the query.
 */
function chooseFormat({ format, accept, query }: ContractReplyOptions): ContractFormat {
  if (format === "json") return "json";
  if (query.format !== undefined) return query.format;
  const type = negotiate(accept, [MEDIA_TYPES.json, ...Object.values(MEDIA_TYPES)]);
  return FORMATS.find((candidate) => MEDIA_TYPES[candidate] === type) ?? "json";
}

interface WrittenContract {
  body: string | Uint8Array;
  headers?: Record<string, string>;
}

type ContractWriter = (
  contract: Contract,
  options: DocumentOptions,
  tasks: TaskRunner,
) => WrittenContract | Promise<WrittenContract>;

const WRITERS: Record<DocumentFormat, ContractWriter> = {
  html: (contract, options) => ({ body: writePage(contract, options) }),
  markdown: (contract, options) => ({ body: writeMarkdown(contract, options) }),
  docx: async (contract, options, tasks) => {
    const request: DocxRequest = { contract, options };
    return { body: await tasks.run<Uint8Array>(WRITE_DOCX_TASK, request, rejectLong("DOCX")) };
  },
  pdf: async (contract, documentOptions, tasks) => {
    const document = toContractDocument(contract, documentOptions);
    const options = rejectLong("PDF");
    const { bytes, warnings } = await tasks.run<RenderedPdf>(RENDER_TASK, document, options);
    const codes = warnings.map(({ code }) => code).join(", ");
    return { body: bytes, headers: codes === "" ? {} : { "X-PDF-Warnings": codes } };
  },
};

/** Extensions of file names. */
const EXTENSIONS = { html: "html", markdown: "md", docx: "docx", pdf: "pdf" } as const;

async function createDocumentReply(
  { request, terms }: ResolvedContract,
  format: DocumentFormat,
  { now, tasks }: ContractContext,
): Promise<ToolReply> {
  const contract = buildContract(request.type, terms, createDocumentPresentation(request));
  const options: DocumentOptions = {
    hasNotice: request.notice,
    pageSize: choosePageSize(request),
    date: formatUtcDay(now()),
  };
  const { body, headers } = await write(format, contract, { options, tasks });
  const disposition = formatContentDisposition({
    name: `${contract.title} - ${[...terms.title].slice(0, MAX_TITLE_LENGTH).join("")}`,
    extension: EXTENSIONS[format],
    // Browsers display the other formats, but not DOCX.
    type: format === "docx" ? "attachment" : "inline",
  });
  return {
    type: typeof body === "string" ? `${MEDIA_TYPES[format]}; charset=utf-8` : MEDIA_TYPES[format],
    body,
    headers: { "Content-Disposition": disposition, ...headers },
  };
}

function rejectLong(format: string): { onTimeout: () => never } {
  const message = `has too much text for a ${format} file: it takes over 2 seconds`;
  return {
    onTimeout: () => {
      throw ValidationError.at(["project"], message);
    },
  };
}

/**
 * Writes a document. Throws ValidationError for a text of too many pages, because the caller can
 * shorten it.
 */
async function write(
  format: DocumentFormat,
  contract: Contract,
  { options, tasks }: { options: DocumentOptions; tasks: TaskRunner },
): Promise<WrittenContract> {
  try {
    return await WRITERS[format](contract, options, tasks);
  } catch (error) {
    if (!(error instanceof WorkerError) || error.code !== "too-many-pages") throw error;
    throw ValidationError.at(["project"], `has too much text for a PDF of ${MAX_PAGES} pages`);
  }
}
