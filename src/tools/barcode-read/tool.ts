import { defineTool } from "../define.ts";
import { decodeImage, readBarcodes } from "./barcode-read.ts";
import { BarcodeReadInput, BarcodeReadOutput } from "./schema.ts";

export default defineTool({
  name: "barcode-read",
  title: "Barcode reader",
  summary: "The barcodes and QR codes in a picture, with their text and position.",
  group: "images",
  keywords: ["scan", "scanner", "decode", "qr", "ean", "picture", "photo"],
  path: "/api/v1/barcode-read",
  perMinute: 30,
  bodyLimitBytes: 6 * 1024 * 1024,
  rawBody: { mediaTypes: ["image/*"], member: "image" },
  input: BarcodeReadInput,
  output: BarcodeReadOutput,
  example: {
    image:
      "iVBORw0KGgoAAAANSUhEUgAAAIQAAAAUAQMAAAB27AenAAAACXBIWXMAAA+gAAAPoAGgaox3AAAABlBMVEX///8AAABVwtN+AAAAJUlEQVR4XmNgMGmV6BaUyot9bSmmdMzqAAMTAzoYFUEOEfJCAwCJvQWVa8GAmQAAAABJRU5ErkJggg==",
  },
  briefExample: {
    // An empty GIF, which has no codes.
    image: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
  },
  kit: "barcode-read",
  resources: ["barcodeReader"],
  rules: [{ members: ["image"], check: ({ image }) => void decodeImage(image) }],
  run: readBarcodes,
});
