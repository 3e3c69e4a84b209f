import { toBlob } from "../result/canvas-blob.ts";
import { showForPrint } from "../result/show-for-print.ts";
import { openPages, type PdfPage } from "./open-pages.ts";

/** Points in an inch. */
const POINTS = 72;
/** Pixels that a canvas is at most wide or high, because browsers limit its memory. */
const MAX_PIXELS = 5000;

/**
 * Prints a PDF in place of the page, each of its pages as a picture on paper of its size. The
 * pictures are compressed one after the other, because a canvas takes 4 bytes for each pixel.
 */
export async function printPdf(url: string, dotsPerInch: number): Promise<boolean> {
  const response = await fetch(url);
  if (!response.ok) return false;
  const pages = await openPages(new Uint8Array(await response.arrayBuffer()));
  const paper = document.implementation.createHTMLDocument(document.title);
  const urls: string[] = [];
  for (const page of pages) {
    const picture = await drawPicture(page, dotsPerInch);
    urls.push(URL.createObjectURL(picture));
    const image = Object.assign(new Image(), { src: urls.at(-1) });
    await image.decode();
    paper.body.append(image);
  }
  const release = () => urls.forEach((picture) => URL.revokeObjectURL(picture));
  addEventListener("afterprint", release, { once: true });
  showForPrint(paper, formatStyles(pages));
  print();
  return true;
}

/** Returns the styles of pages of one size, that of the first. */
function formatStyles([first]: readonly PdfPage[]): string {
  const { width = 595, height = 842 } = first ?? {};
  return `
    @page { size: ${width}pt ${height}pt; margin: 0; }
    body { margin: 0; }
    img { display: block; width: 100%; max-height: 100vh; object-fit: contain; }
    img + img { break-before: page; }
  `;
}

async function drawPicture(page: PdfPage, dotsPerInch: number): Promise<Blob> {
  const longest = Math.max(page.width, page.height);
  const scale = Math.min(dotsPerInch / POINTS, MAX_PIXELS / longest);
  const canvas = Object.assign(document.createElement("canvas"), {
    width: Math.round(page.width * scale),
    height: Math.round(page.height * scale),
  });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser has no canvas");
  await page.draw(context);
  return toBlob(canvas, "image/png");
}
