/** The width of a cell in ems: JetBrains Mono's advance. */
export const CELL_EMS = 0.6;

/** Column at which lines wrap. */
export const MAX_COLUMNS = 120;

/** Distance between tab stops in columns. */
export const TAB_COLUMNS = 4;

/** Size of a text in cells. */
export interface Extent {
  /** Rows including wrapped ones. */
  rows: number;
  /** Columns of the widest row. */
  columns: number;
  lines: number;
}
