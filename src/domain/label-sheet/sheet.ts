/** A sheet of labels in mm, measured from its top left corner. */
export interface Sheet {
  /** Absent for a caller's own sheet. */
  id?: string;
  page: Size;
  columns: number;
  rows: number;
  /** Size of a label. */
  width: number;
  height: number;
  left: number;
  top: number;
  /** Distance from the edge of a label to the same edge of the next one. */
  pitchX: number;
  pitchY: number;
}

/** A size in mm. */
export interface Size {
  width: number;
  height: number;
}

/** A rectangle in mm. */
export interface BoxMm extends Size {
  x: number;
  y: number;
}

/** The place of a label: its page, and its position on the sheet, from 0. */
interface Slot extends BoxMm {
  page: number;
  column: number;
  line: number;
}

export function countPositions({ columns, rows }: Sheet): number {
  return columns * rows;
}

/** Returns the place of the label at `index`, which counts the positions of all sheets from 0. */
export function getSlot(sheet: Sheet, index: number): Slot {
  const position = index % countPositions(sheet);
  const column = position % sheet.columns;
  const line = Math.floor(position / sheet.columns);
  return {
    page: Math.floor(index / countPositions(sheet)),
    column,
    line,
    x: sheet.left + column * sheet.pitchX,
    y: sheet.top + line * sheet.pitchY,
    width: sheet.width,
    height: sheet.height,
  };
}
