import type { JSX } from "preact";
import { countPositions, getSlot, type Sheet } from "../../../../domain/label-sheet/sheet.ts";

/** Labels that a drawing shows; more would be a gray area. */
const MAX_LABELS = 300;

/** A small drawing of a sheet and its labels, as decoration. */
export function SheetDrawing({ sheet }: { sheet: Sheet }): JSX.Element {
  const { page } = sheet;
  const count = Math.min(MAX_LABELS, countPositions(sheet));
  return (
    <svg class="sheet-drawing" viewBox={`0 0 ${page.width} ${page.height}`} aria-hidden="true">
      <rect width={page.width} height={page.height} class="paper" />
      {Array.from({ length: count }, (_, index) => {
        const { x, y, width, height } = getSlot(sheet, index);
        return <rect key={index} x={x} y={y} width={width} height={height} />;
      })}
    </svg>
  );
}
