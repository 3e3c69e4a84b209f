/** The symbologies that are drawn and read, in the order in which they are listed to callers. */
export const BARCODE_TYPES = [
  "code128",
  "ean13",
  "ean8",
  "upca",
  "upce",
  "itf14",
  "itf",
  "code39",
  "code93",
  "codabar",
  "isbn",
  "issn",
  "sscc",
  "gs1-128",
  "gs1-datamatrix",
  "gs1-databar",
  "gs1-databar-expanded",
  "datamatrix",
  "pdf417",
  "aztec",
] as const;

/** A symbology's name. */
export type BarcodeType = (typeof BARCODE_TYPES)[number];
