import { createHash } from "node:crypto";
import { MAX_PAGES, TooManyPagesError } from "../document.ts";
import { writeCatalog, writeInfo } from "../writer/catalog.ts";
import { PdfFile } from "../writer/file.ts";
import { writeOutline } from "../writer/outline.ts";
import { formatReference } from "../writer/syntax.ts";
import { type PdfObject, type PdfObjects, readPdfObjects } from "./read-file.ts";

/** Matches identifiers, keys and references, which the joined file renumbers, and other strings. */
const PARTS =
  /\/ID\((?<identifier>(?:\\[^]|[^\\)])*)\)|\((?:\\[^]|[^\\)])*\)|\/(?<name>StructParents?) (?<key>\d+)|(?<id>\d+) 0 R/g;

/** Matches the entries of a parent tree: a key and an element, or a key and those of a page. */
const PARENTS = /(\d+)(\[[^\]]*\]| \d+ 0 R)/g;

/**
 * Joins files that `renderPdf` made, with a bookmark for each: PDF/A-3a and PDF/UA-1 as well. Their
 * attachments and own bookmarks are left out. Equal streams, such as a logo, are written once.
 */
export class PdfJoiner {
  readonly #file = new PdfFile();
  readonly #title: string;
  readonly #pageTree = this.#file.reserve();
  readonly #structureRoot = this.#file.reserve();
  readonly #rootElement = this.#file.reserve();
  readonly #pages: number[] = [];
  readonly #elements: number[] = [];
  readonly #parents: string[] = [];
  readonly #identifiers: [id: string, element: number][] = [];
  readonly #outline: { level: number; title: string; id: string }[] = [];
  readonly #targets = new Map<string, string>();
  /** Streams without references by a hash of them. */
  readonly #streams = new Map<string, number>();
  #nextKey = 0;
  #language = "";
  #date = "";

  constructor(title: string) {
    this.#title = title;
  }

  /** Bytes of the file so far. */
  get length(): number {
    return this.#file.length;
  }

  /** Appends the pages of a file. Throws TooManyPagesError above 1000 pages in all. */
  add(bytes: Uint8Array, title: string): void {
    const objects = readPdfObjects(bytes);
    const catalog = objects.get(objects.root).body;
    const tree = objects.get(readReference(catalog, "Pages")).body;
    const count = Number(/\/Count (\d+)/.exec(tree)?.[1]);
    if (this.#pages.length + count > MAX_PAGES) throw new TooManyPagesError();
    const copy = new ObjectCopy(this.#file, objects, {
      prefix: `${this.#outline.length + 1}-`,
      firstKey: this.#nextKey,
      streams: this.#streams,
    });
    copy.replace(readReference(catalog, "Pages"), this.#pageTree);
    this.#addStructure(objects, catalog, copy);
    const pages = [...tree.matchAll(/(\d+) 0 R/g)].map(([, id]) => copy.map(Number(id)));
    copy.write();
    this.#addBookmark(title, pages[0]);
    this.#pages.push(...pages);
    this.#identifiers.push(...copy.identifiers);
    this.#language ||= /\/Lang\(([^)]*)\)/.exec(catalog)?.[1] ?? "en";
    this.#date = [this.#date, readDate(objects.get(objects.info).body)].sort().at(-1) ?? "";
    this.#file.flush();
  }

  /** Returns the whole file. */
  finish(): Buffer {
    const file = this.#file;
    const document = {
      title: this.#title,
      language: this.#language,
      date: this.#date,
      page: { width: 0, height: 0, margin: { top: 0, right: 0, bottom: 0, left: 0 } },
      body: [],
    };
    const kids = this.#pages.map(formatReference).join(" ");
    file.add(`<</Type/Pages/Count ${this.#pages.length}/Kids[${kids}]>>`, this.#pageTree);
    this.#writeStructure();
    const outline = writeOutline(file, this.#outline, this.#targets);
    const parts = { pageTree: this.#pageTree, outline, structure: this.#structureRoot };
    return file.finish(writeCatalog(file, document, parts), writeInfo(file, document));
  }

  #addStructure(objects: PdfObjects, catalog: string, copy: ObjectCopy): void {
    const root = objects.get(readReference(catalog, "StructTreeRoot")).body;
    const parentTree = objects.get(readReference(root, "ParentTree")).body;
    const element = Number(/\/K\[(\d+) 0 R\]/.exec(root)?.[1]);
    copy.replace(readReference(catalog, "StructTreeRoot"), this.#rootElement);
    copy.append(element, /\/Lang(\([^)]*\)|<[^>]*>)/.exec(catalog)?.[0] ?? "");
    this.#elements.push(copy.map(element));
    for (const [, key, owner = ""] of parentTree.matchAll(PARENTS)) {
      this.#parents.push(`${this.#nextKey + Number(key)}${copy.rewrite(owner, 0)}`);
    }
    this.#nextKey += Number(/\/ParentTreeNextKey (\d+)/.exec(root)?.[1]);
  }

  #addBookmark(title: string, page = 0): void {
    const id = String(this.#outline.length);
    this.#outline.push({ level: 1, title, id });
    this.#targets.set(id, `[${formatReference(page)}/Fit]`);
  }

  #writeStructure(): void {
    const file = this.#file;
    const kids = this.#elements.map(formatReference).join(" ");
    const root = formatReference(this.#structureRoot);
    file.add(`<</S/Document/P ${root}/K[${kids}]>>`, this.#rootElement);
    const parentTree = file.add(`<</Nums[${this.#parents.join(" ")}]>>`);
    const element = formatReference(this.#rootElement);
    const next = `/ParentTreeNextKey ${this.#nextKey}`;
    file.add(
      `<</Type/StructTreeRoot/K[${element}]/ParentTree ${formatReference(parentTree)}${next}${this.#formatIdTree()}>>`,
      this.#structureRoot,
    );
  }

  #formatIdTree(): string {
    const named = this.#identifiers.sort(([first], [second]) => (first < second ? -1 : 1));
    const [first, last] = [named[0], named.at(-1)];
    if (!first || !last) return "";
    const names = named.map(([id, element]) => `(${id})${formatReference(element)}`).join("");
    return `/IDTree<</Names[${names}]/Limits[(${first[0]})(${last[0]})]>>`;
  }
}

interface CopyOptions {
  /** Precedes identifiers of elements, which are unique in a file. */
  prefix: string;
  /** The first key of the file's part of the parent tree. */
  firstKey: number;
  streams: Map<string, number>;
}

/** Copies the objects of one file that others refer to. */
class ObjectCopy {
  readonly #file: PdfFile;
  readonly #objects: PdfObjects;
  readonly #options: CopyOptions;
  readonly #numbers = new Map<number, number>();
  readonly #pending: number[] = [];
  readonly #additions = new Map<number, string>();
  /** Elements by their identifier, as it is written in parentheses. */
  readonly identifiers: [id: string, element: number][] = [];

  constructor(file: PdfFile, objects: PdfObjects, options: CopyOptions) {
    this.#file = file;
    this.#objects = objects;
    this.#options = options;
  }

  /** Makes references to `id` refer to another object, which the caller writes. */
  replace(id: number, replacement: number): void {
    this.#numbers.set(id, replacement);
  }

  /** Adds entries to the dictionary of an object. */
  append(id: number, entries: string): void {
    this.#additions.set(id, entries);
  }

  /** Returns the new number of an object, which `write` copies. */
  map(id: number): number {
    const given = this.#numbers.get(id);
    if (given !== undefined) return given;
    const object = this.#objects.get(id);
    const shared = object.data && !/\d+ 0 R/.test(object.body) ? hashStream(object) : undefined;
    const copied = shared === undefined ? undefined : this.#options.streams.get(shared);
    const number = copied ?? this.#file.reserve();
    if (shared !== undefined) this.#options.streams.set(shared, number);
    if (copied === undefined) this.#pending.push(id);
    this.#numbers.set(id, number);
    return number;
  }

  /** Copies every object that was mapped, and those that they refer to. */
  write(): void {
    for (let id = this.#pending.pop(); id !== undefined; id = this.#pending.pop()) {
      const { body, data } = this.#objects.get(id);
      const number = this.map(id);
      const rewritten = this.rewrite(body, number);
      const added = this.#additions.get(id);
      if (data) this.#file.addRawStream(rewritten, data, number);
      else this.#file.add(added ? rewritten.replace(/>>$/, `${added}>>`) : rewritten, number);
    }
  }

  /** Returns the text of object `number` as the joined file has it. */
  rewrite(text: string, number: number): string {
    const { prefix, firstKey } = this.#options;
    return text.replaceAll(PARTS, (part, ...parameters) => {
      const { identifier, name, key, id } = parameters.at(-1) as Record<string, string | undefined>;
      if (id !== undefined) return formatReference(this.map(Number(id)));
      if (name !== undefined) return `/${name} ${firstKey + Number(key)}`;
      if (identifier === undefined) return part;
      this.identifiers.push([`${prefix}${identifier}`, number]);
      return `/ID(${prefix}${identifier})`;
    });
  }
}

function hashStream({ body, data }: PdfObject): string {
  return createHash("sha256")
    .update(body)
    .update(data ?? "")
    .digest("base64");
}

function readReference(text: string, name: string): number {
  return Number(new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1]);
}

/** Returns the creation date of an information dictionary in ISO 8601. */
function readDate(info: string): string {
  const digits = /\/CreationDate\(D:(\d{14})Z\)/.exec(info)?.[1] ?? "";
  return digits.replace(/(....)(..)(..)(..)(..)(..)/, "$1-$2-$3T$4:$5:$6Z");
}
