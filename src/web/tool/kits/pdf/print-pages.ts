/** Resolution of text and pictures in print. */
const DOTS_PER_INCH = 216;

/** Prints the pages of a file. */
export async function printPages(url: string): Promise<boolean> {
  return (await import("../../../pdf-view/print-pdf.ts")).printPdf(url, DOTS_PER_INCH);
}
