import { openPages } from "./open-pages.ts";
import { createSvgPath, SvgContext } from "./svg-context.ts";

/**
 * Draws the first page of a file that Sundry wrote as an SVG. Throws an Error for other files, and
 * for a page with images.
 */
export async function drawFirstPage(pdf: Uint8Array): Promise<string> {
  const [page] = await openPages(new Uint8Array(pdf), createSvgPath);
  if (!page) throw new Error("the file has no page");
  const context = new SvgContext(page.width, page.height);
  await page.draw(context);
  return context.toSvg();
}
