import type { Block, Inline } from "../../../pdf/document.ts";
import { COLORS, type Design } from "../design.ts";
import type { ColoredLine } from "../highlighter.ts";

/** Maximum lines of a block that pages do not split. */
const MAX_KEPT_LINES = 12;

const TAB = "    ";

/**
 * Creates a code block on a tinted background. Its lines wrap where they exceed the width of the
 * page.
 */
export function createCodeBlock(
  code: string,
  colored: readonly ColoredLine[] | undefined,
  { em, gap, code: style }: Design,
): Block {
  const lines = code.split("\n");
  return {
    type: "group",
    background: COLORS.code,
    radius: em * 0.35,
    padding: { left: em, right: em, top: em * 0.75, bottom: em * 0.75 },
    before: gap * 1.15,
    after: gap * 1.15,
    keepTogether: lines.length <= MAX_KEPT_LINES,
    blocks: [
      {
        type: "paragraph",
        tag: "Code",
        direction: "ltr",
        style,
        text: colored ? toColoredText(colored) : expandTabs(code),
      },
    ],
  };
}

function toColoredText(lines: readonly ColoredLine[]): Inline[] {
  return lines.flatMap((line, index): Inline[] => [
    ...line.map(({ text, color, bold, italic }) => ({
      text: expandTabs(text),
      style: { color, italic, ...(bold && { weight: 700 as const }) },
    })),
    ...(index < lines.length - 1 ? ["\n"] : []),
  ]);
}

function expandTabs(text: string): string {
  return text.replaceAll("\t", TAB);
}
