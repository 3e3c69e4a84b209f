/** The symbologies that are read: those that the barcode tool draws, and QR codes. */
export const READABLE_TYPES = [
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
  "qr",
] as const;

/** A symbology's name. */
export type ReadableType = (typeof READABLE_TYPES)[number];
