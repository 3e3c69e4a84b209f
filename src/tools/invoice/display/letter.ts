import { trimToUndefined } from "../einvoice/parties.ts";
import type { Invoice } from "../invoice-model.ts";
import { type Detail, listDetails } from "./details.ts";
import { getLabel, isolateText } from "./label.ts";
import type { Paper } from "../../../lib/codes/paper.ts";
import { formatAddressLines, listContactLines, listPartyNumbers } from "./party-lines.ts";

/** Positions on a paper, in millimeters from its upper left corner. */
interface LetterWindow {
  /** Tops of the sender's line and of the recipient, whose six lines are 24.3 mm high. */
  sender: number;
  recipient: number;
  /** Left edge of the column beside the window. */
  beside: number;
  /** Where the text below the window may begin. */
  end: number;
  /** Where the paper is folded. */
  folds: readonly number[];
}

/** The windows of DIN 5008, form B, and of a #10 envelope. */
export const LETTER_WINDOWS: Readonly<Record<Paper, LetterWindow>> = {
  A4: { sender: 57, recipient: 63.8, beside: 120, end: 95, folds: [105, 210] },
  Letter: { sender: 45.6, recipient: 53, beside: 139, end: 84, folds: [] },
};

/** Maximum lines of the recipient that the window of an envelope shows (DIN 5008, form B). */
const MAX_LINES = 6;
/** Maximum widths in ems: 80 mm at 9 points, and at 6.5 points. */
const MAX_LINE_WIDTH = 24;
const MAX_SENDER_WIDTH = 33;
/** Between the parts of the sender's line. */
const SEPARATOR = " · ";

/** The texts of a letter for a window envelope. */
export interface LetterTexts {
  /** The sender above the recipient, in one line. */
  sender: string;
  /** The recipient, at most six lines that fit the window. */
  recipient: string[];
  /** Dates and references, and what of the recipient is not in the window. */
  details: Detail[];
}

/** Divides the texts of an invoice's head for a letter. */
export function toLetterTexts(invoice: Invoice): LetterTexts {
  const { from, to } = invoice.request;
  const lines = [to.name.trim(), ...formatAddressLines(to, invoice)].flatMap(wrapLine);
  const more = [...lines.slice(MAX_LINES), ...listContactLines(to).map(({ text }) => text)].join(
    "\n",
  );
  const details = [...listDetails(invoice), ...listPartyNumbers(to, invoice)];
  if (more !== "") details.push({ label: getLabel("to", invoice), value: more });
  return {
    sender: takeToWidth([from.name.trim(), ...formatAddressLines(from, invoice)])
      .map((part) => isolateText(part, invoice))
      .join(SEPARATOR),
    recipient: lines.slice(0, MAX_LINES),
    details,
  };
}

/** Returns the first texts, as many as fit on the sender's line with separators. */
function takeToWidth([name = "", ...lines]: readonly string[]): string[] {
  const taken = [cutToWidth(name, MAX_SENDER_WIDTH)];
  for (const line of lines) {
    if (measure([...taken, line].join(SEPARATOR)) > MAX_SENDER_WIDTH) break;
    taken.push(line);
  }
  return taken;
}

/** Breaks a line of an address between words, and a word that is wider than the window. */
function wrapLine(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  const add = (word: string) => {
    const longer = line === "" ? word : `${line} ${word}`;
    if (measure(longer) <= MAX_LINE_WIDTH) {
      line = longer;
      return;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (measure(line) > MAX_LINE_WIDTH) {
      const start = cutToWidth(line, MAX_LINE_WIDTH);
      lines.push(start);
      line = line.slice(start.length);
    }
  };
  for (const word of text.split(/\s+/)) add(word);
  return trimToUndefined(line) === undefined ? lines : [...lines, line];
}

function cutToWidth(text: string, width: number): string {
  let end = 0;
  let sum = 0;
  for (const character of text) {
    sum += measure(character);
    if (sum > width) break;
    end += character.length;
  }
  return text.slice(0, Math.max(end, 1));
}

/** Estimates the width of a text in ems, rather too large than too small. */
function measure(text: string): number {
  let width = 0;
  for (const character of text) {
    if (
      /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}MWm@]/u.test(
        character,
      )
    ) {
      width += 1;
    } else {
      width += /[\p{Lu}\d&%]/u.test(character) ? 0.7 : 0.56;
    }
  }
  return width;
}
