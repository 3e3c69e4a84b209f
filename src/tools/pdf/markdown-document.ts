import {
  type PageBand,
  type Block,
  type Inline,
  toPoints,
  PAGE_SIZES,
  type PdfDocument,
} from "../../pdf/document.ts";
import { COLORS, createDesign, type Design } from "./design.ts";
import { createCoverPage, type FrontFacts, createTableOfContents } from "./front-matter.ts";
import { type BlockContext, toBlocks } from "./markdown/blocks.ts";
import type { ColoredLine } from "./highlighter.ts";
import { formatNoteId } from "./markdown/inline.ts";
import { findCodeBlocks, type ParsedMarkdown, parseMarkdown } from "./markdown/parse.ts";
import { type HeadingAnchor, listHeadingAnchors } from "./markdown/anchors.ts";
import { type MarkdownRequest, MAX_PAGES } from "./task.ts";

/** A document, and the names of images in the text that the request does not have. */
interface MarkdownDocument {
  document: PdfDocument;
  missingImages: string[];
}

/**
 * Converts Markdown to a document. Throws NestingError for quotations and lists that are nested too
 * deeply.
 */
export function toDocument(request: MarkdownRequest): MarkdownDocument {
  const parsed = parseMarkdown(request.markdown);
  const design = createDesign(request.fontSize);
  const headings = listHeadingAnchors(parsed.tokens);
  const title = request.title ?? headings[0]?.title ?? "Document";
  const { width, height } = PAGE_SIZES[request.pageSize];
  const margin = toPoints(request.margin);
  const date = formatDate(request.date, request.language);
  const facts = {
    title,
    author: request.author,
    date,
    language: request.language,
    height: height - 2 * margin,
  };
  const band = { fields: { title, date }, design, margin, skipFirst: request.coverPage };
  const { context, notes, missingImages } = createBlockContext(request, {
    parsed,
    design,
    headings,
  });
  const document = {
    title,
    author: request.author,
    language: request.language,
    date: `${request.date}T00:00:00Z`,
    page: { width, height, margin: { top: margin, right: margin, bottom: margin, left: margin } },
    style: design.text,
    header: createBand(request.header, band),
    footer: createBand(request.footer, { ...band, align: "center" }),
    body: [
      ...createFrontMatter(request, facts, { design, headings }),
      ...toBlocks(parsed.tokens, context),
    ],
    notes: notes(),
    attachments: request.attachments,
    maxPages: MAX_PAGES,
  };
  return { document, missingImages: [...missingImages] };
}

interface DocumentParts {
  parsed: ParsedMarkdown;
  design: Design;
  headings: readonly HeadingAnchor[];
}

function createFrontMatter(
  request: MarkdownRequest,
  facts: FrontFacts,
  { design, headings }: Pick<DocumentParts, "design" | "headings">,
): Block[] {
  return [
    ...(request.coverPage ? createCoverPage(facts, design) : []),
    ...(request.tableOfContents ? createTableOfContents(headings, facts, design) : []),
  ];
}

/**
 * Creates the context of blocks, which numbers footnotes in the order of their references. `notes`
 * returns the footnotes that blocks have referred to.
 */
function createBlockContext(
  request: MarkdownRequest,
  { parsed, design, headings }: DocumentParts,
): {
  context: BlockContext;
  notes: () => Record<string, Block[]>;
  missingImages: ReadonlySet<string>;
} {
  const ids = new Map(headings.map(({ token, id }) => [token, id]));
  const numbers = new Map<string, number>();
  const colored = indexColoredCode(request, parsed);
  const missingImages = new Set<string>();
  const context: BlockContext = {
    design,
    anchors: new Set(headings.map(({ id }) => id)),
    headingId: (token) => ids.get(token) ?? "",
    noteNumber(label) {
      if (!parsed.footnotes.has(label)) return undefined;
      const number = numbers.get(label) ?? numbers.size + 1;
      numbers.set(label, number);
      return number;
    },
    image: (href) => (Object.hasOwn(request.images, href) ? request.images[href] : undefined),
    reportMissing: (href) => missingImages.add(href),
    colored: (code, language) => colored.get(`${language}\n${code}`),
  };
  const createNotes = () => {
    const notes: Record<string, Block[]> = {};
    // The loop also visits numbers that it adds itself, because notes may refer to further notes.
    for (const [label, number] of numbers) {
      const blocks = toBlocks(parsed.footnotes.get(label)?.tokens ?? [], context);
      notes[formatNoteId(number)] = createNoteBlocks(number, blocks, design);
    }
    return notes;
  };
  return { context, notes: createNotes, missingImages };
}

function createNoteBlocks(number: number, blocks: Block[], { em }: Design): Block[] {
  const style = { size: em * 0.82, lineHeight: 1.4 };
  const small = blocks.map((block) =>
    block.type === "paragraph"
      ? Object.assign({}, block, {
          style: { ...style, ...block.style },
          before: em * 0.2,
          after: em * 0.2,
        })
      : block,
  );
  return [
    {
      type: "list",
      numbering: "None",
      indent: em * 1.5,
      items: [
        { marker: { text: `${number}.`, style: { ...style, color: COLORS.muted } }, blocks: small },
      ],
    },
  ];
}

function indexColoredCode(
  { colored = [] }: MarkdownRequest,
  { tokens }: ParsedMarkdown,
): Map<string, readonly ColoredLine[]> {
  const colorings = new Map<string, readonly ColoredLine[]>();
  if (colored.length === 0) return colorings;
  findCodeBlocks(tokens).forEach(({ code, language }, index) => {
    const lines = colored[index];
    if (lines) colorings.set(`${language}\n${code}`, lines);
  });
  return colorings;
}

interface BandOptions {
  fields: Record<"title" | "date", string>;
  design: Design;
  margin: number;
  skipFirst: boolean;
  align?: "center";
}

/** Creates a header or footer from its template. Returns undefined for a blank template. */
function createBand(
  template: string,
  { fields, design, margin, skipFirst, align }: BandOptions,
): PageBand | undefined {
  if (template.trim() === "") return undefined;
  const text = template.split(/\{(page|pages|title|date)\}/).map((part, index): Inline => {
    if (index % 2 === 0) return part;
    return part === "page" || part === "pages" ? { field: part } : fields[part as "title" | "date"];
  });
  const size = design.em * 0.82;
  const style = { size, color: COLORS.muted, lineHeight: 1.3, tabular: true };
  return {
    blocks: [{ type: "paragraph", text, style, ...(align && { align }) }],
    offset: Math.max(margin * 0.45, 14),
    gap: 10,
    skipFirst,
  };
}

/** Kept for the next document, because loading a locale's data takes a tenth of one's time. */
let lastFormat: { language: string; dates: Intl.DateTimeFormat } | undefined;

/** Formats a calendar day in words of the language. */
function formatDate(day: string, language: string): string {
  if (lastFormat?.language !== language) {
    const options = { dateStyle: "long", timeZone: "UTC" } as const;
    lastFormat = { language, dates: new Intl.DateTimeFormat([language, "en"], options) };
  }
  return lastFormat.dates.format(new Date(`${day}T00:00:00Z`));
}
