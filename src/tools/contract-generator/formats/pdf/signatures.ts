import type { Block } from "../../../../pdf/document.ts";
import { SIGNATURE_LINES, type Signatory, type SignatureSection } from "../../contract-model.ts";
import { createNumberedHeading, INK, SMALL } from "./headings.ts";

/** Creates the signatures of both parties, side by side on one page. */
export function createSignatureBlock({
  number,
  heading: title,
  signatories,
}: SignatureSection): Block {
  return {
    type: "group",
    tag: "Sect",
    keepTogether: true,
    before: 20,
    blocks: [
      createNumberedHeading(number, title),
      placeSideBySide(signatories.map(createNameBlocks)),
      // Placed in separate columns, so that lines align when one name is longer than the other.
      placeSideBySide(signatories.map(createLineBlocks)),
    ],
  };
}

function placeSideBySide(columns: readonly Block[][]): Block {
  return {
    type: "columns",
    gap: 36,
    columns: columns.map((blocks) => ({ width: { share: 1 }, blocks })),
  };
}

function createNameBlocks({ role, name }: Signatory): Block[] {
  return [
    { type: "paragraph", text: role, style: SMALL },
    { type: "paragraph", text: name, align: "left", style: { weight: 600 } },
  ];
}

function createLineBlocks(): Block[] {
  return SIGNATURE_LINES.flatMap((label): Block[] => [
    { type: "spacer", height: 30 },
    { type: "rule", stroke: { width: 0.75, color: INK } },
    { type: "paragraph", text: label, before: 3, style: SMALL },
  ]);
}
