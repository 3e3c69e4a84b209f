import {
  type PageBand,
  MAX_PAGES,
  type PdfDocument,
  type RenderedPdf,
  TooManyPagesError,
} from "./document.ts";
import { type LayoutContext, type SharedState, listWarnings } from "./layout/context.ts";
import { type Fragment, merge } from "./layout/fragment.ts";
import { type PageArea, type PageLayout, paginate } from "./layout/paginate.ts";
import { prepareBlocks } from "./layout/prepare.ts";
import { type DrawnPage, drawPage, type Pagination } from "./page/draw-page.ts";
import { Resources } from "./page/resources.ts";
import { StructureTree } from "./page/structure.ts";
import { DEFAULT_STYLE } from "./text/style.ts";
import { writeCatalog, writeInfo } from "./writer/catalog.ts";
import { PdfFile } from "./writer/file.ts";
import { writeOutline } from "./writer/outline.ts";
import { formatNumber, formatReference } from "./writer/syntax.ts";

/**
 * Renders a document as a PDF: PDF/A-3a (ISO 19005-3) and PDF/UA-1 (ISO 14289-1), the same bytes for the same document.
 * Throws TooManyPagesError, and ImageError for an image that cannot be read.
 */
export function renderPdf(document: PdfDocument): RenderedPdf {
  const first = layout(document, new Map());
  // Page numbers in the text are known only now; they do not change where pages break.
  const { file, tree, context, pagination } = first.context.shared.usesPageNumbers
    ? layout(document, findPagesOfIds(first.pagination.pages))
    : first;
  const resources = new Resources(file);
  const pageTree = file.reserve();
  const numbers = { ...context.numbers, pages: pagination.pages.length };
  const drawn = drawPages(document, { ...context, numbers }, { resources, pagination, file });
  for (const page of drawn.pages)
    file.add(formatPage(document, page, { pageTree, resources }), page.id);
  for (const page of drawn.pages) page.writeLinks(drawn.targets);
  const kids = drawn.pages.map(({ id }) => formatReference(id)).join(" ");
  file.add(`<</Type/Pages/Count ${drawn.pages.length}/Kids[${kids}]>>`, pageTree);
  const outline = writeOutline(file, context.shared.outline, drawn.targets);
  resources.write();
  const catalog = writeCatalog(file, document, { pageTree, outline, structure: tree.write() });
  const bytes = file.finish(catalog, writeInfo(file, document));
  return { bytes, pages: drawn.pages.length, warnings: listWarnings(context.shared) };
}

/** A document after layout: its content is distributed over pages but not drawn. */
interface LaidOutDocument {
  file: PdfFile;
  tree: StructureTree;
  context: LayoutContext;
  pagination: Pagination;
}

function layout(document: PdfDocument, pageOf: ReadonlyMap<string, number>): LaidOutDocument {
  const file = new PdfFile();
  const tree = new StructureTree(file);
  const shared: SharedState = {
    outline: [],
    headingLevel: 0,
    usesPageNumbers: false,
    images: new Map(),
    missing: new Set(),
  };
  const style = { ...DEFAULT_STYLE, ...document.style };
  const numbers = { pageOf };
  const draft = { tree, style, bodyHeight: Infinity, numbers, shared, layoutNote: () => [] };
  const { maxPages = MAX_PAGES } = document;
  const area = getTextArea(document, draft);
  const bodyHeight = Math.max(1, area.bottom - Math.max(area.top(0), area.top(1)));
  const context: LayoutContext = {
    ...draft,
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

/** Returns the function that lays out each footnote once, with its element after the text that refers to it. */
function createNoteLayout(
  document: PdfDocument,
  context: () => LayoutContext,
): LayoutContext["layoutNote"] {
  const placed = new Set<string>();
  return (name, parent) => {
    const blocks = document.notes?.[name];
    if (!blocks || placed.has(name)) return [];
    placed.add(name);
    const note = { type: "group", tag: "Note", id: name, blocks } as const;
    const fragments = prepareBlocks([note], context()).layout(getTextWidth(document), parent);
    return fragments.flatMap((fragment) => [fragment].concat(fragment.notes ?? []));
  };
}

/** Returns the area between header and footer. */
function getTextArea(document: PdfDocument, context: LayoutContext): PageArea {
  const { page, header, footer } = document;
  const { top, bottom } = page.margin;
  const measureBand = (band: PageBand | undefined) => {
    if (!band) return 0;
    return band.offset + layoutBand(band, document, context).height + (band.gap ?? 12);
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
  const shared = { ...context.shared, outline: [] };
  const detached = context.tree.create("Div");
  const inBand = { ...context, shared, budget: undefined, layoutNote: () => [] };
  return merge(prepareBlocks(band.blocks, inBand).layout(getTextWidth(document), detached));
}

function findPagesOfIds(pages: readonly PageLayout[]): Map<string, number> {
  const found = new Map<string, number>();
  pages.forEach(({ placements }, index) => {
    for (const { fragment } of placements)
      for (const id of fragment.ids ?? []) found.set(id, index + 1);
  });
  return found;
}

interface DrawnPages {
  pages: DrawnPage[];
  targets: Map<string, string>;
}

function drawPages(
  document: PdfDocument,
  context: LayoutContext,
  { resources, pagination, file }: { resources: Resources; pagination: Pagination; file: PdfFile },
): DrawnPages {
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

function formatPage(
  { page: { width, height } }: PdfDocument,
  page: DrawnPage,
  { pageTree, resources }: { pageTree: number; resources: Resources },
): string {
  const annotations =
    page.annotations.length > 0
      ? `/Annots[${page.annotations.map(formatReference).join(" ")}]`
      : "";
  const group = page.usesTransparency ? "/Group<</S/Transparency/CS/DeviceRGB>>" : "";
  return `<</Type/Page/Parent ${formatReference(pageTree)}/MediaBox[0 0 ${formatNumber(width)} ${formatNumber(height)}]/Resources ${formatReference(resources.id)}/Contents ${formatReference(page.content)}/StructParents ${page.key}/Tabs/S${annotations}${group}>>`;
}
