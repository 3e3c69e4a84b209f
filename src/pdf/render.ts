import { deflateSync } from "node:zlib";
import {
  type Attachment,
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
import { PdfFile } from "./writer/file.ts";
import { writeOutline } from "./writer/outline.ts";
import { createSrgbProfile } from "./writer/srgb-profile.ts";
import {
  formatLiteral,
  formatName as toName,
  formatNumber,
  formatDate,
  formatReference,
  formatText,
} from "./writer/syntax.ts";
import { formatXmpPacket } from "./writer/xmp.ts";

/** Written into every document as the program that made it. */
const PRODUCER = "Sundry";

const profile = createSrgbProfile();
const packedProfile = deflateSync(profile);

/**
 * Renders a document as a PDF: PDF/A-3a (ISO 19005-3) and PDF/UA-1 (ISO 14289-1), the same bytes for the same document.
 * Throws TooManyPagesError, and ImageError for an image that cannot be read.
 */
export function renderPdf(document: PdfDocument): RenderedPdf {
  const first = layOut(document, new Map());
  // Page numbers in the text are known only now; they do not change where pages break.
  const { file, tree, context, pagination } = first.context.shared.usesPageNumbers
    ? layOut(document, findPagesOfIds(first.pagination.pages))
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

interface Laid {
  file: PdfFile;
  tree: StructureTree;
  context: LayoutContext;
  pagination: Pagination;
}

function layOut(document: PdfDocument, pageOf: ReadonlyMap<string, number>): Laid {
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
  const draft = { tree, style, bodyHeight: Infinity, numbers, shared, layOutNote: () => [] };
  const { maxPages = MAX_PAGES } = document;
  const area = getTextArea(document, draft);
  const bodyHeight = Math.max(1, area.bottom - Math.max(area.top(0), area.top(1)));
  const context: LayoutContext = {
    ...draft,
    bodyHeight,
    budget: { used: 0, max: maxPages * bodyHeight, lineWidth: getTextWidth(document) },
    layOutNote: createNoteLayout(document, () => context),
  };
  const body = prepareBlocks(document.body, context);
  const fragments = body.layOut(getTextWidth(document), tree.root);
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
): LayoutContext["layOutNote"] {
  const placed = new Set<string>();
  return (name, parent) => {
    const blocks = document.notes?.[name];
    if (!blocks || placed.has(name)) return [];
    placed.add(name);
    const note = { type: "group", tag: "Note", id: name, blocks } as const;
    const fragments = prepareBlocks([note], context()).layOut(getTextWidth(document), parent);
    return fragments.flatMap((fragment) => [fragment].concat(fragment.notes ?? []));
  };
}

/** The area between header and footer. */
function getTextArea(document: PdfDocument, context: LayoutContext): PageArea {
  const { page, header, footer } = document;
  const { top, bottom } = page.margin;
  const needs = (band: PageBand | undefined) => {
    if (!band) return 0;
    return band.offset + layOutBand(band, document, context).height + (band.gap ?? 12);
  };
  const below = Math.max(top, needs(header));
  return {
    pageHeight: page.height,
    bottom: page.height - Math.max(bottom, needs(footer)),
    top: (index) => (index === 0 && header?.skipFirst ? top : below),
  };
}

/** Lays out a header or footer. Its elements belong to no structure, because it is an artifact. */
function layOutBand(band: PageBand, document: PdfDocument, context: LayoutContext): Fragment {
  const shared = { ...context.shared, outline: [] };
  const detached = context.tree.create("Div");
  const inBand = { ...context, shared, budget: undefined, layOutNote: () => [] };
  return merge(prepareBlocks(band.blocks, inBand).layOut(getTextWidth(document), detached));
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
    const band = (part: PageBand | undefined, isHidden: boolean) =>
      !part || isHidden
        ? undefined
        : { fragment: layOutBand(part, document, onPage), offset: part.offset };
    const isFirst = index === 0;
    return drawPage(content, {
      file,
      area: pagination.area,
      tree: context.tree,
      resources,
      targets,
      setup,
      header: band(header, isFirst && header?.skipFirst === true),
      footer: band(footer, (isFirst && footer?.skipFirst === true) || content.hasFootStrip),
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

function writeInfo(file: PdfFile, { title, author, subject, date }: PdfDocument): number {
  const entries = [
    `/Title${formatText(title)}`,
    author ? `/Author${formatText(author)}` : "",
    subject ? `/Subject${formatText(subject)}` : "",
    `/Creator${formatText(PRODUCER)}/Producer${formatText(PRODUCER)}`,
    `/CreationDate${formatDate(date)}/ModDate${formatDate(date)}`,
  ];
  return file.add(`<<${entries.join("")}>>`);
}

interface CatalogParts {
  pageTree: number;
  outline: number | undefined;
  structure: number;
}

function writeCatalog(
  file: PdfFile,
  document: PdfDocument,
  { pageTree, outline, structure }: CatalogParts,
): number {
  const { title, author, subject, language, date, schemas = [] } = document;
  const facts = { title, author, subject, language, date, schemas };
  const packet = formatXmpPacket({ ...facts, creator: PRODUCER, producer: PRODUCER });
  // Uncompressed, so that programs without a PDF parser can read it.
  const metadata = file.addRawStream("/Type/Metadata/Subtype/XML", Buffer.from(packet));
  const icc = file.addRawStream(`/N 3/Length1 ${profile.length}/Filter/FlateDecode`, packedProfile);
  const intent = `/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/Info(sRGB IEC61966-2.1)/DestOutputProfile ${formatReference(icc)}>>]`;
  const attached = writeAttachments(file, document);
  const outlines = outline === undefined ? "" : `/Outlines ${formatReference(outline)}`;
  return file.add(
    `<</Type/Catalog/Pages ${formatReference(pageTree)}/Lang${formatText(language)}/MarkInfo<</Marked true>>/StructTreeRoot ${formatReference(structure)}/Metadata ${formatReference(metadata)}/ViewerPreferences<</DisplayDocTitle true>>${intent}${outlines}${attached}>>`,
  );
}

function writeAttachments(file: PdfFile, { attachments = [], date }: PdfDocument): string {
  if (attachments.length === 0) return "";
  const written = attachments
    .map((attachment) => ({ name: attachment.name, id: writeAttachment(file, attachment, date) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const names = written.map((one) => `${formatText(one.name)}${formatReference(one.id)}`).join("");
  const ids = written.map(({ id }) => formatReference(id)).join(" ");
  return `/Names<</EmbeddedFiles<</Names[${names}]>>>>/AF[${ids}]`;
}

function writeAttachment(file: PdfFile, attachment: Attachment, date: string): number {
  const { name: fileName, data, mediaType, relationship, description = fileName } = attachment;
  const params = `/Params<</ModDate${formatDate(date)}/Size ${data.length}>>`;
  const stream = file.addStream(`/Type/EmbeddedFile/Subtype${toName(mediaType)}${params}`, data);
  const plain = formatLiteral(fileName.replaceAll(/[^\x20-\x7e]/g, "_"));
  return file.add(
    `<</Type/Filespec/F${plain}/UF${formatText(fileName)}/AFRelationship/${relationship}/Desc${formatText(description)}/EF<</F ${formatReference(stream)}/UF ${formatReference(stream)}>>>>`,
  );
}
