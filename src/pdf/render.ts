import {
  type PageBand,
  MAX_PAGES,
  type PdfDocument,
  type RenderedPdf,
  TooManyPagesError,
} from "./document.ts";
import {
  type DocumentState,
  type LayoutContext,
  listWarnings,
  type PageNumbers,
} from "./layout/context.ts";
import { ImageCache } from "./images/image-cache.ts";
import { type Fragment, merge } from "./layout/fragment.ts";
import { type PageArea, type PageLayout, paginate } from "./layout/paginate.ts";
import { prepareBlocks } from "./layout/prepare.ts";
import { type DrawnPage, drawPage, type Pagination } from "./page/draw-page.ts";
import { formatPage } from "./page/format-page.ts";
import { Resources } from "./page/resources.ts";
import { StructureTree } from "./page/structure.ts";
import { DEFAULT_STYLE } from "./text/text-style.ts";
import { writeCatalog, writeInfo } from "./writer/catalog.ts";
import { PdfFile } from "./writer/file.ts";
import { writeOutline } from "./writer/outline.ts";
import { formatReference } from "./writer/syntax.ts";

/**
 * Renders a document as a PDF: PDF/A-3a (ISO 19005-3) and PDF/UA-1 (ISO 14289-1), the same bytes
 * for the same document. Throws TooManyPagesError, and ImageError for an image that cannot be read.
 * `images` may have been read before.
 */
export function renderPdf(document: PdfDocument, images = new ImageCache()): RenderedPdf {
  const first = layout(document, { numbers: {}, images });
  // Page numbers in the text are known only now; they do not change where pages break.
  const { file, tree, context, pagination } = first.context.documentState.usesPageNumbers
    ? layout(document, { numbers: countPages(first.pagination.pages), images })
    : first;
  const resources = new Resources(file);
  const pageTree = file.reserve();
  const numbers = countPages(pagination.pages);
  const drawn = drawPages(document, { ...context, numbers }, { resources, pagination, file });
  for (const page of drawn.pages)
    file.add(formatPage(document.page, page, { pageTree, resources: resources.id }), page.id);
  for (const page of drawn.pages) page.writeLinks(drawn.targets);
  const kids = drawn.pages.map(({ id }) => formatReference(id)).join(" ");
  file.add(`<</Type/Pages/Count ${drawn.pages.length}/Kids[${kids}]>>`, pageTree);
  const outline = writeOutline(file, context.documentState.outline, drawn.targets);
  resources.write();
  const catalog = writeCatalog(file, document, { pageTree, outline, structure: tree.write() });
  const bytes = file.finish(catalog, writeInfo(file, document));
  return { bytes, pages: drawn.pages.length, warnings: listWarnings(context.documentState) };
}

/** A document after layout: its content is distributed over pages but not drawn. */
interface LaidOutDocument {
  file: PdfFile;
  tree: StructureTree;
  context: LayoutContext;
  pagination: Pagination;
}

function layout(
  document: PdfDocument,
  { numbers, images }: { numbers: PageNumbers; images: ImageCache },
): LaidOutDocument {
  const file = new PdfFile();
  const tree = new StructureTree(file);
  const documentState: DocumentState = {
    outline: [],
    headingLevel: 0,
    usesPageNumbers: false,
    images,
    missing: new Set(),
  };
  const style = { ...DEFAULT_STYLE, ...document.style };
  const firstPass = {
    tree,
    style,
    mirrored: document.mirrored ?? false,
    bodyHeight: Infinity,
    numbers,
    documentState,
    layoutNote: () => [],
  };
  const { maxPages = MAX_PAGES } = document;
  const area = getTextArea(document, firstPass);
  const bodyHeight = Math.max(1, area.bottom - Math.max(area.top(0), area.top(1)));
  const context: LayoutContext = {
    ...firstPass,
    bodyHeight,
    budget: { used: 0, max: maxPages * bodyHeight, lineWidth: getTextWidth(document) },
    layoutNote: createNoteLayout(document, () => context),
  };
  const body = prepareBlocks(document.body, context);
  const fragments = body.layout(getTextWidth(document), tree.root);
  const pages = paginate(fragments, area);
  if (pages.length > maxPages) throw new TooManyPagesError(pages.length);
  return { file, tree, context, pagination: { pages, area } };
}

function getTextWidth({ page: { width, margin } }: PdfDocument): number {
  return width - margin.left - margin.right;
}

/**
 * Returns the function that lays out each footnote once, with its element after the text that
 * refers to it. Footnotes to which a footnote refers follow it, in a loop, because a chain of them
 * could exhaust the stack.
 */
function createNoteLayout(
  document: PdfDocument,
  context: () => LayoutContext,
): LayoutContext["layoutNote"] {
  const placed = new Set<string>();
  let pending: string[] | undefined;
  return (name, parent) => {
    if (!document.notes?.[name] || placed.has(name)) return [];
    placed.add(name);
    if (pending) {
      pending.push(name);
      return [];
    }
    const names = (pending = [name]);
    const fragments: Fragment[] = [];
    for (const id of names) {
      const note = { type: "group", tag: "Note", id, blocks: document.notes[id] ?? [] } as const;
      fragments.push(...prepareBlocks([note], context()).layout(getTextWidth(document), parent));
    }
    pending = undefined;
    return fragments;
  };
}

/** Page numbers as wide as most. */
const MEASURED_NUMBERS = { page: 10, pages: 10 };

/** Returns the area between header and footer. */
function getTextArea(document: PdfDocument, context: LayoutContext): PageArea {
  const { page, header, footer } = document;
  const { top, bottom } = page.margin;
  const measureBand = (band: PageBand | undefined) => {
    if (!band) return 0;
    const measured = { ...context, numbers: { ...context.numbers, ...MEASURED_NUMBERS } };
    return band.offset + layoutBand(band, document, measured).height + (band.gap ?? 12);
  };
  const below = Math.max(top, measureBand(header));
  return {
    pageHeight: page.height,
    bottom: page.height - Math.max(bottom, measureBand(footer)),
    top: (index) => (index === 0 && header?.skipFirst ? top : below),
  };
}

/** Lays out a header or footer. Its elements belong to no structure, because it is an artifact. */
function layoutBand(band: PageBand, document: PdfDocument, context: LayoutContext): Fragment {
  const documentState = { ...context.documentState, outline: [] };
  const detached = context.tree.create("Div");
  const inBand = { ...context, documentState, budget: undefined, layoutNote: () => [] };
  return merge(prepareBlocks(band.blocks, inBand).layout(getTextWidth(document), detached));
}

function countPages(pages: readonly PageLayout[]): PageNumbers {
  const pageNumbers = new Map<string, number>();
  pages.forEach(({ placements }, index) => {
    for (const { fragment } of placements)
      for (const id of fragment.ids ?? []) pageNumbers.set(id, index + 1);
  });
  return { pages: pages.length, pageNumbers };
}

function drawPages(
  document: PdfDocument,
  context: LayoutContext,
  { resources, pagination, file }: { resources: Resources; pagination: Pagination; file: PdfFile },
): { pages: DrawnPage[]; targets: Map<string, string> } {
  const targets = new Map<string, string>();
  const { header, footer, page: setup } = document;
  const pages = pagination.pages.map((content, index) => {
    const numbers = { ...context.numbers, page: index + 1 };
    const onPage = { ...context, numbers };
    const layoutPart = (part: PageBand | undefined, isHidden: boolean) =>
      !part || isHidden
        ? undefined
        : { fragment: layoutBand(part, document, onPage), offset: part.offset };
    const isFirst = index === 0;
    return drawPage(content, {
      file,
      area: pagination.area,
      tree: context.tree,
      resources,
      targets,
      setup,
      header: layoutPart(header, isFirst && header?.skipFirst === true),
      footer: layoutPart(footer, (isFirst && footer?.skipFirst === true) || content.hasFootStrip),
    });
  });
  return { pages, targets };
}
