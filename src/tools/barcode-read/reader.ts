/** Options of a search in an image. */
export interface BarcodeReadOptions {
  /** zxing's names of symbologies. */
  formats: readonly string[];
  /** Maximum codes to return. */
  max: number;
}

/** A code with zxing's names. */
export interface FoundCode {
  /** zxing's name of the symbology. */
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
  /** The printed digits of UPC-E. */
  printed?: string;
}

/** The codes of an image. */
export interface ReadOutcome {
  codes: FoundCode[];
  /** False when the deadline ended the search. */
  isComplete: boolean;
  /** Why the file could not be decoded. */
  failure?: PictureFailure | undefined;
}

/** "too-large": the image needs more memory than the reader has. */
export type PictureFailure = "damaged" | "too-large";

/** Finds barcodes within a bounded time. Throws UnavailableError when too many images wait. */
export interface BarcodeReader {
  /** Finds the codes of an image file. The caller has checked its size. */
  read(image: Uint8Array<ArrayBuffer>, options: BarcodeReadOptions): Promise<ReadOutcome>;
}
