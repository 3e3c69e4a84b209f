import { getDocumentProxy } from "unpdf";

/** The lines of text of a page from top to bottom, each from left to right. */
export type PdfPage = string[];

/** Returns the pages of a PDF document. */
export async function readPages(pdf: Uint8Array): Promise<PdfPage[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const page = await document.getPage(number);
      const content: { items: Partial<Piece>[] } = await page.getTextContent();
      return listLines(content.items.filter(({ str = "" }) => str.trim() !== ""));
    }),
  );
}

/** A piece of text; the last two numbers of `transform` are x, and y from the bottom. */
interface Piece {
  str: string;
  width: number;
  transform: number[];
}

/** A text with its left and right edge, in points from the left of the page. */
interface PlacedText {
  text: string;
  left: number;
  right: number;
}

/** Returns the text of all pages in reading order, without white space. */
export async function readText(pdf: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  const pages = await Promise.all(
    numbers.map(async (number) => {
      const content: { items: Partial<Piece>[] } = await (
        await document.getPage(number)
      ).getTextContent();
      return content.items.map(({ str = "" }) => str).join("");
    }),
  );
  return pages.join("").replaceAll(/\s/g, "");
}

/** Returns the texts of the first page, in reading order. */
export async function readPlacedTexts(pdf: Uint8Array): Promise<PlacedText[]> {
  const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1);
  const content: { items: Partial<Piece>[] } = await page.getTextContent();
  return content.items
    .filter(({ str = "" }) => str.trim() !== "")
    .map(({ str = "", width = 0, transform: [, , , , left = 0] = [] }) => ({
      text: str,
      left,
      right: left + width,
    }));
}

/** Pieces on one baseline are a line. */
function listLines(pieces: Partial<Piece>[]): string[] {
  const lines = new Map<number, { x: number; text: string }[]>();
  for (const { str = "", transform = [] } of pieces) {
    const [x = 0, y = 0] = transform.slice(-2);
    const baseline = Math.round(y);
    lines.set(baseline, [...(lines.get(baseline) ?? []), { x, text: str.trim() }]);
  }
  return [...lines]
    .sort(([one], [other]) => other - one)
    .map(([, line]) =>
      line
        .sort((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join(" "),
    );
}
