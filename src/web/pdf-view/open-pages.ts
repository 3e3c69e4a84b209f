import { drawContent } from "./draw.ts";
import { type PdfFont, readFont } from "./font.ts";
import { readImage } from "./image.ts";
import type { LexedDictionary, LexedValue } from "./lexer.ts";
import type { PageContext } from "./page-context.ts";
import { ParsedPdf, toList } from "./pdf-file.ts";
import type { PdfTextLine } from "./text-line.ts";

/** A page: its size in points, and the function that draws it. */
export interface PdfPage {
  width: number;
  height: number;
  /** Draws the page so that it fills the canvas of the context, and resolves to its text. */
  draw(context: PageContext): Promise<PdfTextLine[]>;
}

/** Levels of the page tree that are followed. */
const MAX_DEPTH = 8;

/**
 * Reads the pages of a file that Sundry wrote. `createPath` creates the outlines of glyphs for what
 * pages are drawn on. Throws an Error for other files.
 */
export async function openPages(
  bytes: Uint8Array<ArrayBuffer>,
  createPath = () => new Path2D(),
): Promise<PdfPage[]> {
  const file = await ParsedPdf.open(bytes);
  const catalog = await file.dictionary({ ref: file.root });
  const resources = new ResourceReader(file, createPath);
  const dictionaries = await listPages(file, catalog.get("Pages"), 0);
  return dictionaries.map((page) => {
    const [, , width = 595, height = 842] = toList(page.get("MediaBox")).map(Number);
    return {
      width,
      height,
      draw: async (context) => {
        const { canvas } = context;
        context.setTransform(canvas.width / width, 0, 0, -canvas.height / height, 0, canvas.height);
        context.fillStyle = "#fff";
        context.fillRect(0, 0, width, height);
        const content = await file.bytes(page.get("Contents"));
        const names = await file.dictionary(page.get("Resources"));
        return drawContent(context, content, { names, reader: resources });
      },
    };
  });
}

async function listPages(
  file: ParsedPdf,
  value: LexedValue | undefined,
  depth: number,
): Promise<LexedDictionary[]> {
  const node = await file.dictionary(value);
  if (node.get("Type") === "/Page" || depth > MAX_DEPTH) return [node];
  const kids = toList((await file.resolve(node.get("Kids"))).value);
  return (await Promise.all(kids.map((kid) => listPages(file, kid, depth + 1)))).flat();
}

/** Fonts and images of a document, each read once. */
class ResourceReader {
  readonly file: ParsedPdf;
  readonly #createPath: () => Path2D;
  readonly #fonts = new Map<string, Promise<PdfFont>>();
  readonly #images = new Map<string, Promise<ImageBitmap>>();

  constructor(file: ParsedPdf, createPath: () => Path2D) {
    this.file = file;
    this.#createPath = createPath;
  }

  font(value: LexedValue | undefined): Promise<PdfFont> {
    return readCached(this.#fonts, value, () => readFont(this.file, value, this.#createPath));
  }

  image(value: LexedValue | undefined): Promise<ImageBitmap> {
    return readCached(this.#images, value, () => readImage(this.file, value));
  }
}

function readCached<T>(
  known: Map<string, Promise<T>>,
  value: LexedValue | undefined,
  read: () => Promise<T>,
): Promise<T> {
  const key = JSON.stringify(value);
  const result = known.get(key) ?? read();
  known.set(key, result);
  return result;
}
