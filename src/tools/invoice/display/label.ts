import type { Labels } from "../locale/labels.ts";
import type { Invoice } from "../invoice-model.ts";

export interface Label {
  text: string;
  /** Its word in the second language of a bilingual document, where that is another one. */
  second?: string | undefined;
  /** Text after both: ` (5%)`. */
  end?: string | undefined;
}

/** Returns the label of a name in the languages of a document. */
export function getLabel(
  name: keyof Labels,
  { labels, second }: Pick<Invoice, "labels" | "second">,
): Label {
  const text = labels[name];
  const word = second?.labels[name];
  return word === undefined || word === text ? { text } : { text, second: word };
}

/**
 * Keeps the direction of a text beside words written from right to left (UAX 9, 2.7), where
 * `2026-014` would be read as `014-2026`.
 */
export function isolateText(
  text: string,
  { direction, second }: Pick<Invoice, "direction" | "second">,
): string {
  return direction === "rtl" || second?.direction === "rtl" ? `\u2068${text}\u2069` : text;
}
