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

/** The names that the specifications use. */
export const TYPE_TITLES: Readonly<Record<BarcodeType, string>> = {
  code128: "Code 128",
  ean13: "EAN-13",
  ean8: "EAN-8",
  upca: "UPC-A",
  upce: "UPC-E",
  itf14: "ITF-14",
  itf: "Interleaved 2 of 5",
  code39: "Code 39",
  code93: "Code 93",
  codabar: "Codabar",
  isbn: "ISBN",
  issn: "ISSN",
  sscc: "SSCC",
  "gs1-128": "GS1-128",
  "gs1-datamatrix": "GS1 DataMatrix",
  "gs1-databar": "GS1 DataBar",
  "gs1-databar-expanded": "DataBar Expanded",
  datamatrix: "Data Matrix",
  pdf417: "PDF417",
  aztec: "Aztec",
};
