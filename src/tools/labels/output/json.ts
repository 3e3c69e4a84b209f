import type { Static } from "typebox";
import type { LabelsOutput } from "../output-schema.ts";
import { type BoxMm, getSlot, type Sheet } from "../../../domain/label-sheet/sheet.ts";
import { roundTo3 } from "../../../lib/graphics/round.ts";
import type { LabelWriter } from "./writer.ts";

type Positions = Static<typeof LabelsOutput>["positions"];

/** Creates a writer of positions, which draws nothing. */
export function createJsonWriter({
  sheet,
  startAt,
  copies,
}: {
  sheet: Sheet;
  startAt: number;
  copies: number;
}): LabelWriter<Positions> {
  const positions: Positions = [];
  let next = startAt - 1;
  return {
    add({ row, layout: { code, text } }) {
      for (let copy = 0; copy < copies; copy++, next++) {
        const { page, column, line, ...box } = getSlot(sheet, next);
        const codeBox = code && { ...code.box, x: box.x + code.box.x, y: box.y + code.box.y };
        positions.push({
          row: row + 1,
          page: page + 1,
          column,
          line,
          ...roundBox(box),
          codeBox: codeBox ? roundBox(codeBox) : null,
          moduleMm: code ? roundTo3(code.fitted.moduleMm) : null,
          fontSize: text?.fitted.fontSize ?? null,
        });
      }
    },
    finish: () => positions,
  };
}

function roundBox({ x, y, width, height }: BoxMm): BoxMm {
  return { x: roundTo3(x), y: roundTo3(y), width: roundTo3(width), height: roundTo3(height) };
}
