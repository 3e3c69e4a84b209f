/** A two-dimensional symbol without its quiet zone. */
export interface SymbolMatrix {
  columns: number;
  rows: number;
  /** One entry per module, row by row: 1 is dark. */
  dark: Uint8Array;
}
