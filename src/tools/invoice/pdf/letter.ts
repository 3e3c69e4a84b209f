import { type Block, type PathStep, type Strip, toPoints } from "../../../pdf/document.ts";
import { getDocumentLabel } from "../display/heading.ts";
import { isolateText } from "../display/label.ts";
import { LETTER_WINDOWS, toLetterTexts } from "../display/letter.ts";
import type { Paper } from "../../../lib/codes/paper.ts";
import type { Invoice } from "../invoice-model.ts";
import { createFactBlocks, createPartyLines } from "./head.ts";
import { formatLabel } from "./label.ts";
import { createLogo } from "./logo.ts";
import { getTheme, LETTER_MARGIN, TOP_MARGIN } from "./theme.ts";

/** Width of the window's text, in millimeters. */
const WINDOW_WIDTH = 79;
/** Height of a line of the recipient, in points. */
const LINE_HEIGHT = 11.5;

/**
 * Creates the head of a letter for a window envelope. The window is at the left in every language.
 */
export function createLetterHead(invoice: Invoice, paper: Paper): Block[] {
  const texts = toLetterTexts(invoice);
  const window = {
    width: toPoints(LETTER_WINDOWS[paper].beside) - LETTER_MARGIN.left,
    blocks: [createWindow(invoice, paper)],
  };
  const { from } = invoice.request;
  const facts = {
    blocks: [
      ...createPartyLines(from, invoice),
      { type: "spacer", height: 12 } as const,
      ...createFactBlocks(invoice, texts.details),
    ],
  };
  const columns = invoice.direction === "rtl" ? [facts, window] : [window, facts];
  const number = isolateText(invoice.invoiceNumber, invoice);
  return [
    { type: "columns", gap: 0, columns },
    {
      type: "heading",
      level: 1,
      text: formatLabel(getDocumentLabel(invoice), invoice, { size: 14, end: ` ${number}` }),
      align: "left",
      style: { size: 14, weight: 600, color: getTheme(invoice).ink },
      before: 14,
      after: 12,
    },
  ];
}

/** Creates the name or the logo, the sender's line, the recipient and the marks to fold along. */
function createWindow(invoice: Invoice, paper: Paper): Strip {
  const { sender, recipient, end, folds } = LETTER_WINDOWS[paper];
  const { ink, muted } = getTheme(invoice);
  const texts = toLetterTexts(invoice);
  const width = toPoints(WINDOW_WIDTH);
  const placeAt = (y: number, blocks: Block[]) => ({
    x: LETTER_MARGIN.left,
    y: toPoints(y) - TOP_MARGIN,
    width,
    blocks,
  });
  const name: Block = {
    type: "paragraph",
    text: invoice.request.from.name.trim(),
    align: "left",
    style: { size: 14, weight: 600, color: ink, lineHeight: 1.25 },
  };
  const lines = texts.recipient.map((text): Block => {
    const style = { size: 9, color: ink, lineHeight: LINE_HEIGHT / 9 };
    return { type: "paragraph", text, align: "left", style };
  });
  return {
    type: "strip",
    height: toPoints(end) - TOP_MARGIN,
    items: [
      placeAt(12, [createLogo(invoice)?.block ?? name]),
      placeAt(sender, [
        {
          type: "paragraph",
          text: texts.sender,
          align: "left",
          style: { size: 6.5, color: muted },
        },
      ]),
      placeAt(recipient, lines),
    ],
    shapes: folds.map((fold) => ({
      path: createLine(toPoints(4), toPoints(fold) - TOP_MARGIN, toPoints(5)),
      stroke: muted,
      strokeWidth: 0.5,
    })),
  };
}

function createLine(x: number, y: number, length: number): PathStep[] {
  return [
    ["M", x, y],
    ["L", x + length, y],
  ];
}
