import { removeDataUrlPrefix } from "../../lib/text/data-url.ts";
import { ValidationError } from "../../lib/errors.ts";
import { detachBuffer } from "../../lib/workers/transferable.ts";
import { type EmbeddedFile, listEmbeddedFiles } from "./pdf/attachments.ts";
import { createPdfReader } from "./pdf/create-pdf-reader.ts";
import { PdfSizeError } from "./pdf/filters.ts";
import { PdfSyntaxError } from "./pdf/syntax.ts";
import type { Syntax } from "./terms/read-terms.ts";
import { decodeXml } from "./xml/decode.ts";
import { parseXml } from "./xml/parse.ts";
import { type XmlElement, type XmlRoot, ZUGFERD1_PREFIXES } from "./xml/tree.ts";

/** A received electronic invoice. */
export interface OpenedInvoice {
  container: "xml" | "pdf";
  syntax: Syntax;
  /** The invoice's XML, byte for byte. */
  xml: Buffer;
  /** The XML, decoded. */
  text: string;
  document: XmlRoot;
  root: XmlElement;
  /** The other files of a PDF. */
  files: EmbeddedFile[];
}

/** Largest document in bytes. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Names of the invoice in a PDF, in lower case. */
const INVOICE_NAMES = new Set(["factur-x.xml", "zugferd-invoice.xml", "xrechnung.xml"]);

const SYNTAXES: Readonly<Record<string, OpenedInvoice["syntax"]>> = {
  "ubl:Invoice": "ubl",
  "cn:CreditNote": "ubl",
  "rsm:CrossIndustryInvoice": "cii",
};

const ZUGFERD1_SYNTAXES: typeof SYNTAXES = {
  "rsm:CrossIndustryDocument": "zugferd1",
};

/** Reads an invoice from base64, a data URL or text. Throws as `openInvoice`. */
export function readInvoiceFile({
  file,
  xml,
}: {
  file?: string | Uint8Array | undefined;
  xml?: string | undefined;
}): OpenedInvoice {
  // A form sends an empty text when nothing was chosen, and its page explains that by the code.
  if ((xml ?? file) === "") throw ValidationError.at(["file"], "is not XML or PDF", "no-file");
  if (xml !== undefined) return openText(xml);
  return openInvoice(typeof file === "object" ? toFixedBuffer(file) : decodeFile(file));
}

/** Moves bytes out of memory that could be resized, as a body's, because decoders take none. */
function toFixedBuffer(bytes: Uint8Array): Buffer {
  if (!(bytes.buffer as ArrayBuffer).resizable)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const copy = Buffer.from(bytes);
  detachBuffer(bytes);
  return copy;
}

/** Decodes base64 or a data URL. Throws ValidationError for other text. */
function decodeFile(file = ""): Buffer {
  const base64 = removeDataUrlPrefix(file);
  if (!/^[A-Za-z0-9+/_\s-]*={0,2}\s*$/.test(base64)) {
    throw ValidationError.at(["file"], "must be base64 or a data URL");
  }
  return Buffer.from(base64, "base64");
}

/** Reads an invoice from text, whatever encoding its declaration names. Throws as `openInvoice`. */
function openText(text: string): OpenedInvoice {
  const xml = Buffer.from(text);
  if (xml.length > MAX_BYTES) throw ValidationError.at(["file"], "must be at most 10 MiB");
  if (!looksLikeXml(xml)) throw ValidationError.at(["file"], "is not XML or PDF");
  return { container: "xml", ...readInvoice(xml, text.replace(/^\uFEFF/, "")), files: [] };
}

/** Finds the invoice in XML or a PDF by content. Throws ValidationError for anything else. */
function openInvoice(bytes: Buffer): OpenedInvoice {
  if (bytes.length > MAX_BYTES) throw ValidationError.at(["file"], "must be at most 10 MiB");
  if (bytes.subarray(0, 1024).includes("%PDF-")) return openPdf(bytes);
  if (!looksLikeXml(bytes)) throw ValidationError.at(["file"], "is not XML or PDF");
  return { container: "xml", ...readInvoice(bytes), files: [] };
}

/**
 * Returns true when the first character is `<`, after a byte order mark and spaces, in UTF-8 or
 * UTF-16.
 */
function looksLikeXml(bytes: Buffer): boolean {
  const start = bytes.toString("latin1", 0, 1024).replaceAll("\0", "");
  return /^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)?\s*</.test(start);
}

function readInvoice(
  xml: Buffer,
  text = decodeXml(xml),
): Pick<OpenedInvoice, "syntax" | "xml" | "text" | "document" | "root"> {
  const document = parseXml(text);
  const [root] = document.children;
  const syntaxes = document.prefixes === ZUGFERD1_PREFIXES ? ZUGFERD1_SYNTAXES : SYNTAXES;
  const syntax = root && syntaxes[root.name];
  if (root === undefined || syntax === undefined) {
    const name = root?.name.replace(/^.*[:}]/, "") ?? "missing";
    throw ValidationError.at(["file"], `is not an invoice: its root element is ${name}`);
  }
  return { syntax, xml, text, document, root };
}

function openPdf(bytes: Buffer): OpenedInvoice {
  const files = listFiles(bytes);
  const candidates = files.toSorted((left, right) => getRank(left) - getRank(right));
  for (const file of candidates) {
    const invoice = tryInvoice(file);
    if (invoice === undefined) continue;
    return { container: "pdf", ...invoice, files: files.filter((entry) => entry !== file) };
  }
  throw ValidationError.at(["file"], "is a PDF without an electronic invoice");
}

function listFiles(bytes: Buffer): EmbeddedFile[] {
  try {
    const reader = createPdfReader(bytes);
    if (reader.isEncrypted) {
      throw ValidationError.at(["file"], "is an encrypted PDF: save it without a password");
    }
    return listEmbeddedFiles(reader);
  } catch (error) {
    const isDamaged = error instanceof PdfSyntaxError || error instanceof PdfSizeError;
    throw isDamaged ? createDamagedError() : error;
  }
}

function createDamagedError(): ValidationError {
  return ValidationError.at(["file"], "is a damaged PDF");
}

/** Sorts files with a usual name first. */
function getRank({ name }: EmbeddedFile): number {
  return INVOICE_NAMES.has(name.toLowerCase()) ? 0 : 1;
}

/** Reads a file of a PDF. Returns undefined for other files, unless their name is an invoice's. */
function tryInvoice(file: EmbeddedFile): ReturnType<typeof readInvoice> | undefined {
  if (getRank(file) > 0 && !looksLikeXml(file.bytes)) return undefined;
  if (file.isDamaged) throw createDamagedError();
  try {
    return readInvoice(file.bytes);
  } catch (error) {
    if (error instanceof ValidationError && getRank(file) > 0) return undefined;
    throw error;
  }
}
