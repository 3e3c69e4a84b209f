/** Options of a search in a picture. */
export interface ReadOptions {
  /** The reader's own names of symbologies. */
  formats: readonly string[];
  /** Codes to return at most. */
  max: number;
}

/** A code as the reader found it. */
export interface FoundCode {
  /** The reader's own name of the symbology. */
  format: string;
  text: string;
  bytes: Uint8Array;
  isGs1: boolean;
  /** True when the symbol names its character set. */
  hasEci: boolean;
  /** Corners in pixels, clockwise from the symbol's own top left. */
  position: { x: number; y: number }[];
  /** Clockwise rotation in degrees, 0 to 359. */
  rotation: number;
  /** The digits of UPC-E as they are printed. */
  printed?: string;
}

/** The codes of a picture. */
export interface ReadOutcome {
  codes: FoundCode[];
  /** False when the deadline ended the search. */
  isComplete: boolean;
  /** False when the file could not be decoded. */
  isImage: boolean;
}

/** Finds barcodes within a bounded time. Throws UnavailableError when too many pictures wait. */
export interface BarcodeReader {
  /** `image` is a picture's file; its size must have been checked. */
  read(image: Uint8Array<ArrayBuffer>, options: ReadOptions): Promise<ReadOutcome>;
}
