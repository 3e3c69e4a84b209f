import type { PdfFile } from "../writer/file.ts";
import { formatLiteral, formatNumber, formatReference, formatText } from "../writer/syntax.ts";

/** Structure types of ISO 32000-1, 14.8.4: no others are written, so that no role map is needed. */
export type Tag =
  | "Document"
  | "Sect"
  | "Div"
  | "BlockQuote"
  | "Caption"
  | "TOC"
  | "TOCI"
  | "P"
  | "H1"
  | "H2"
  | "H3"
  | "H4"
  | "H5"
  | "H6"
  | "L"
  | "LI"
  | "Lbl"
  | "LBody"
  | "Table"
  | "TR"
  | "TH"
  | "TD"
  | "THead"
  | "TBody"
  | "TFoot"
  | "Span"
  | "Quote"
  | "Note"
  | "Reference"
  | "Code"
  | "Link"
  | "Figure";

/** Entries of an element apart from its tag. */
interface ElementDetails {
  /** The alternate description of a figure or formula. */
  alt?: string | undefined;
  /** An identifier, unique in the document; notes need one. */
  id?: string | undefined;
  /** Attribute dictionaries (ISO 32000-1, 14.8.5), such as `<</O/Table/Scope/Column>>`. */
  attributes?: string | undefined;
  /** A language other than the document's, as BCP 47. */
  language?: string | undefined;
}

const NO_DETAILS: ElementDetails = {};

type Kid = StructureElement | { page: number; mcid: number } | { page: number; annotation: number };

/** A node of the structure tree. */
export class StructureElement {
  readonly tag: Tag;
  readonly details: ElementDetails;
  readonly objectId: number;
  readonly kids: Kid[] = [];
  parent: StructureElement | undefined;

  constructor(tag: Tag, objectId: number, details: ElementDetails) {
    this.tag = tag;
    this.objectId = objectId;
    this.details = details;
  }

  /** Appends a child; an element stays with its first parent. */
  append(child: StructureElement): void {
    if (child.parent) return;
    child.parent = this;
    this.kids.push(child);
  }
}

/**
 * The logical structure of a document: elements, and which of them each piece of marked content
 * belongs to.
 */
export class StructureTree {
  readonly #file: PdfFile;
  readonly #elements: StructureElement[] = [];
  /**
   * By key of the parent tree: the elements of a page by marked-content identifier, or that of an
   * annotation.
   */
  readonly #parents: (StructureElement[] | StructureElement)[] = [];
  readonly root: StructureElement;

  constructor(file: PdfFile) {
    this.#file = file;
    this.root = this.create("Document");
  }

  /** Creates an element, as the last child of `parent` or to attach later. */
  create(tag: Tag, parent?: StructureElement, details = NO_DETAILS): StructureElement {
    const element = new StructureElement(tag, this.#file.reserve(), details);
    this.#elements.push(element);
    parent?.append(element);
    return element;
  }

  /** Returns a page's key in the parent tree. */
  addPage(): number {
    return this.#parents.push([]) - 1;
  }

  /** Returns the identifier of new marked content on a page that belongs to `element`. */
  mark(element: StructureElement, page: { key: number; id: number }): number {
    const onPage = this.#parents[page.key] as StructureElement[];
    const mcid = onPage.push(element) - 1;
    element.kids.push({ page: page.id, mcid });
    return mcid;
  }

  /** Adds an annotation to `element` and returns its key in the parent tree. */
  addAnnotation(element: StructureElement, page: number, annotation: number): number {
    element.kids.push({ page, annotation });
    return this.#parents.push(element) - 1;
  }

  /** Writes the tree and returns the number of its root. */
  write(): number {
    const rootId = this.#file.reserve();
    for (const element of this.#elements) {
      if (!this.#isAttached(element)) continue;
      const parent = element.parent?.objectId ?? rootId;
      this.#file.add(formatElement(element, parent), element.objectId);
    }
    const numbers = this.#parents.map((owner, key) =>
      Array.isArray(owner)
        ? `${key}[${owner.map(({ objectId }) => formatReference(objectId)).join(" ")}]`
        : `${key} ${formatReference(owner.objectId)}`,
    );
    const parentTree = this.#file.add(`<</Nums[${numbers.join(" ")}]>>`);
    const next = `/ParentTreeNextKey ${this.#parents.length}`;
    const body = `<</Type/StructTreeRoot/K[${formatReference(this.root.objectId)}]/ParentTree ${formatReference(parentTree)}${next}${this.#formatIdTree()}>>`;
    return this.#file.add(body, rootId);
  }

  /** Returns false for elements of headers and footers, which are artifacts. */
  #isAttached(element: StructureElement): boolean {
    let top = element;
    while (top.parent) top = top.parent;
    return top === this.root;
  }

  #formatIdTree(): string {
    const named = this.#elements
      .flatMap(({ details, objectId, parent }) =>
        details.id && parent ? [[details.id, objectId] as const] : [],
      )
      .sort(([first], [second]) => (first < second ? -1 : 1));
    if (named.length === 0) return "";
    const names = named.map(([id, objectId]) => `${formatLiteral(id)}${formatReference(objectId)}`);
    return `/IDTree<</Names[${names.join("")}]/Limits[${formatLiteral(named[0]?.[0] ?? "")}${formatLiteral(named.at(-1)?.[0] ?? "")}]>>`;
  }
}

function formatElement({ tag, kids, details }: StructureElement, parent: number): string {
  const firstPage = kids.find((kid) => "mcid" in kid)?.page;
  const page = firstPage === undefined ? "" : `/Pg ${formatReference(firstPage)}`;
  const written = kids.length > 0 ? `/K[${formatKids(kids, firstPage)}]` : "";
  const described = details === NO_DETAILS ? "" : formatDetails(details);
  return `<</S/${tag}/P ${formatReference(parent)}${page}${written}${described}>>`;
}

function formatDetails({ alt, id, attributes, language }: ElementDetails): string {
  const entries = [
    alt === undefined ? "" : `/Alt${formatText(alt)}`,
    id === undefined ? "" : `/ID${formatLiteral(id)}`,
    attributes === undefined ? "" : `/A ${attributes}`,
    language === undefined ? "" : `/Lang${formatText(language)}`,
  ];
  return entries.join("");
}

function formatKids(kids: readonly Kid[], firstPage: number | undefined): string {
  let bodies = "";
  for (const kid of kids) bodies += `${bodies && " "}${formatKid(kid, firstPage)}`;
  return bodies;
}

function formatKid(kid: Kid, firstPage: number | undefined): string {
  if (kid instanceof StructureElement) return formatReference(kid.objectId);
  if ("annotation" in kid)
    return `<</Type/OBJR/Pg ${formatReference(kid.page)}/Obj ${formatReference(kid.annotation)}>>`;
  if (kid.page === firstPage) return String(kid.mcid);
  return `<</Type/MCR/Pg ${formatReference(kid.page)}/MCID ${kid.mcid}>>`;
}

/** Returns the attributes of a table cell, or undefined for a plain one. */
export function formatCellAttributes(cell: {
  scope?: "Column" | "Row" | undefined;
  columns?: number | undefined;
}): string | undefined {
  const scope = cell.scope ? `/Scope/${cell.scope}` : "";
  const span = cell.columns && cell.columns > 1 ? `/ColSpan ${cell.columns}` : "";
  return scope || span ? `<</O/Table${scope}${span}>>` : undefined;
}

/**
 * Returns the attributes of a figure: its box in points, with the page's lower left corner as
 * origin.
 */
export function formatFigureAttributes(
  box: Record<"left" | "bottom" | "right" | "top", number>,
): string {
  const sides = [box.left, box.bottom, box.right, box.top].map(formatNumber).join(" ");
  return `<</O/Layout/Placement/Block/BBox[${sides}]>>`;
}
