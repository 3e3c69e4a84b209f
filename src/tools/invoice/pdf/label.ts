import type { Inline } from "../../../pdf/document.ts";
import type { Label } from "../display/label.ts";
import type { Invoice } from "../invoice-model.ts";

/** How the parts of a label follow each other. */
interface LabelOptions {
  /** Size of the label, in points. */
  size: number;
  /** Default: a space. */
  separator?: string;
  /** Text after the label. */
  end?: string;
}

/** Returns the text of a label, and its word in the second language smaller. */
export function formatLabel(
  { text, second, end = "" }: Label,
  { second: language }: Invoice,
  { size, separator = " ", end: more = "" }: LabelOptions,
): string | Inline[] {
  if (second === undefined || language === undefined) return text + end + more;
  const word = {
    // Isolated, so that a number after it keeps the direction of the first language.
    text: `\u2068${second}\u2069`,
    style: { size: size * 0.85, weight: 400 },
    language: language.locale,
  } as const;
  return [`${text}${separator}`, word, end + more].filter((part) => part !== "");
}

/** Returns a label in front of its value, which an em space separates. */
export function formatRowLabel(label: Label, invoice: Invoice): string | Inline[] {
  const gap = "\u2003";
  const size = 9;
  // The column beside a window is wide and low.
  return label.second === undefined || invoice.request.design === "letter"
    ? formatLabel(label, invoice, { size, end: gap })
    : formatLabel(label, invoice, { size, separator: `${gap}\n` });
}
