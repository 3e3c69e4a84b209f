import type { PdfReader } from "./pdf-reader.ts";
import { PdfSizeError } from "./filters.ts";
import { type PdfDictionary, PdfStream, type PdfValue } from "./syntax.ts";

const MAX_TREE_DEPTH = 32;
const MAX_FILES = 1000;
/** Pages whose annotations are searched for files. */
const MAX_PAGES = 2000;

/** A file of an invoice: of BG-24 or beside the XML in a PDF. */
export interface Attachment {
  name: string;
  /** Media type as the document or the PDF states it, or empty. */
  type: string;
  description: string;
  bytes: Buffer;
}

/** A file inside a PDF. */
export interface EmbeddedFile extends Attachment {
  /** `Data`, `Alternative`, `Source` …, or empty. */
  relationship: string;
  /** True: the file cannot be decoded, and has no bytes. */
  isDamaged: boolean;
}

/**
 * Returns the files in a PDF: of its names, of its associated files and of annotations, each once.
 */
export function listEmbeddedFiles(reader: PdfReader): EmbeddedFile[] {
  return new FileCollector(reader).collect();
}

class FileCollector {
  readonly #reader: PdfReader;
  readonly #files = new Map<PdfStream, EmbeddedFile>();

  constructor(reader: PdfReader) {
    this.#reader = reader;
  }

  collect(): EmbeddedFile[] {
    const catalog = this.#reader.readCatalog();
    const names = this.#reader.getDictionary(catalog.get("Names"));
    this.#addTree(names?.get("EmbeddedFiles"), 0, new Set());
    for (const value of this.#reader.getArray(catalog.get("AF"))) this.#addFile(value);
    this.#addAnnotations(catalog.get("Pages"));
    return [...this.#files.values()];
  }

  #addTree(value: PdfValue | undefined, depth: number, seen: Set<PdfDictionary>): void {
    const node = this.#reader.getDictionary(value);
    if (node === undefined || depth > MAX_TREE_DEPTH || seen.has(node)) return;
    seen.add(node);
    const names = this.#reader.getArray(node.get("Names"));
    for (let index = 1; index < names.length; index += 2) this.#addFile(names[index]);
    for (const kid of this.#reader.getArray(node.get("Kids"))) {
      this.#addTree(kid, depth + 1, seen);
    }
  }

  #addAnnotations(root: PdfValue | undefined): void {
    const pending = [root];
    const seen = new Set<PdfDictionary>();
    for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
      const page = this.#reader.getDictionary(value);
      if (page === undefined || seen.has(page) || seen.size > MAX_PAGES) continue;
      seen.add(page);
      pending.push(...this.#reader.getArray(page.get("Kids")));
      for (const annotation of this.#reader.getArray(page.get("Annots"))) {
        const entry = this.#reader.getDictionary(annotation);
        if (this.#reader.getName(entry?.get("Subtype")) === "FileAttachment") {
          this.#addFile(entry?.get("FS"));
        }
      }
    }
  }

  #addFile(value: PdfValue | undefined): void {
    const specification = this.#reader.getDictionary(value);
    const embedded = this.#reader.getDictionary(specification?.get("EF"));
    if (specification === undefined || embedded === undefined) return;
    const stream = this.#reader.resolve(embedded.get("UF") ?? embedded.get("F"));
    if (!(stream instanceof PdfStream) || this.#files.has(stream)) return;
    if (this.#files.size >= MAX_FILES) throw new PdfSizeError();
    const bytes = this.#reader.tryDecode(stream);
    const read = (name: string) => decodeText(this.#reader.resolve(specification.get(name)));
    this.#files.set(stream, {
      name: read("UF") || read("F"),
      type: this.#reader.getName(stream.dictionary.get("Subtype")) ?? "",
      description: read("Desc"),
      relationship: this.#reader.getName(specification.get("AFRelationship")) ?? "",
      bytes: bytes ?? Buffer.alloc(0),
      isDamaged: bytes === undefined,
    });
  }
}

/** Decodes a text string: UTF-16 or UTF-8 with a byte order mark, otherwise Latin. */
function decodeText(value: PdfValue): string {
  if (!Buffer.isBuffer(value)) return "";
  const start = value.toString("latin1", 0, 3);
  if (start.startsWith("\xFE\xFF")) return new TextDecoder("utf-16be").decode(value);
  if (start.startsWith("\xFF\xFE")) return new TextDecoder("utf-16le").decode(value);
  if (start === "\xEF\xBB\xBF") return value.toString("utf8", 3);
  return value.toString("latin1");
}
