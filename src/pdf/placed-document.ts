import type { Shape } from "../lib/graphics/shape.ts";
import type { DocumentFacts } from "./document.ts";
import { drawLine, type LineOptions, type SpanAttributes } from "./layout/draw-line.ts";
import type { PageView } from "./layout/fragment.ts";
import { Canvas } from "./page/canvas.ts";
import { formatPage } from "./page/format-page.ts";
import { Resources } from "./page/resources.ts";
import type { Box } from "../lib/graphics/shape.ts";
import { formatFigureAttributes, type StructureElement, StructureTree } from "./page/structure.ts";
import type { ParagraphLine } from "./text/lines.ts";
import { writeCatalog, writeInfo } from "./writer/catalog.ts";
import { PdfFile } from "./writer/file.ts";
import { formatReference } from "./writer/syntax.ts";

/** A figure at its place, in points from the page's top left corner. */
interface PlacedFigure {
  box: Box;
  /** The text alternative. */
  alt: string;
  draw(canvas: Canvas): void;
}

/** A line of text at its place: its column begins at `x`, and the line at `y`. Points. */
interface PlacedLine extends Pick<LineOptions, "width" | "align" | "rightToLeft"> {
  line: ParagraphLine<SpanAttributes>;
  x: number;
  y: number;
}

/**
 * Writes a PDF whose content has exact places, such as a sheet of labels: PDF/A-3a and PDF/UA-1 as
 * `renderPdf`, the same bytes for the same calls. Only the page that is being drawn is in memory
 * uncompressed.
 */
export class PlacedDocument {
  readonly #facts: DocumentFacts;
  readonly #size: { width: number; height: number };
  readonly #file = new PdfFile();
  readonly #tree = new StructureTree(this.#file);
  readonly #resources = new Resources(this.#file);
  readonly #pageTree = this.#file.reserve();
  readonly #pages: number[] = [];
  #page: { id: number; key: number; canvas: Canvas } | undefined;
  #section: StructureElement = this.#tree.root;

  /** The size of all pages is in points. */
  constructor(facts: DocumentFacts, size: { width: number; height: number }) {
    this.#facts = facts;
    this.#size = size;
  }

  get pages(): number {
    return this.#pages.length;
  }

  /** Ends the page and begins another one. */
  beginPage(): void {
    this.#endPage();
    const id = this.#file.reserve();
    const key = this.#tree.addPage();
    const { height } = this.#size;
    const setup = { height, key, id, tree: this.#tree, resources: this.#resources };
    this.#page = { id, key, canvas: new Canvas(setup) };
    this.#pages.push(id);
  }

  /** Begins a section, to which the content that follows belongs. */
  beginSection(): void {
    this.#section = this.#tree.create("Sect", this.#tree.root);
  }

  /** Draws shapes as decoration, which screen readers skip. */
  drawDecoration(shapes: readonly Shape[]): void {
    const canvas = this.#getCanvas();
    canvas.mark("Layout");
    canvas.drawShapes(shapes);
  }

  drawFigure({ box, alt, draw }: PlacedFigure): void {
    const canvas = this.#getCanvas();
    const top = this.#size.height - box.y;
    const sides = { left: box.x, right: box.x + box.width, bottom: top - box.height, top };
    const attributes = formatFigureAttributes(sides);
    canvas.mark(this.#tree.create("Figure", this.#section, { alt, attributes }));
    draw(canvas);
  }

  /** Draws a line of text as a paragraph. */
  drawLine({ line, x, y, ...options }: PlacedLine): void {
    if (line.chunks.length === 0) return;
    const paragraph = this.#tree.create("P", this.#section);
    const page: PageView = { canvas: this.#getCanvas(), link() {}, target() {} };
    const position = { x, y, gap: 0 };
    drawLine(line, { ...options, paragraph, tree: this.#tree }, { page, position });
  }

  /** Returns the whole file. */
  finish(): Uint8Array {
    this.#endPage();
    const kids = this.#pages.map(formatReference).join(" ");
    this.#file.add(`<</Type/Pages/Count ${this.#pages.length}/Kids[${kids}]>>`, this.#pageTree);
    this.#resources.write();
    const parts = {
      pageTree: this.#pageTree,
      outline: undefined,
      structure: this.#tree.write(),
    };
    const catalog = writeCatalog(this.#file, this.#facts, parts);
    return this.#file.finish(catalog, writeInfo(this.#file, this.#facts));
  }

  #getCanvas(): Canvas {
    if (!this.#page) throw new Error("no page is open");
    return this.#page.canvas;
  }

  #endPage(): void {
    if (!this.#page) return;
    const { id, key, canvas } = this.#page;
    const content = this.#file.addStream("", canvas.finish());
    const { usesTransparency } = canvas;
    const page = { key, content, annotations: [], usesTransparency };
    const references = { pageTree: this.#pageTree, resources: this.#resources.id };
    this.#file.add(formatPage(this.#size, page, references), id);
    this.#page = undefined;
  }
}
