/**
 * The parts of the page of barcodes that are loaded on demand, in one file because each further one
 * is a request.
 */
export { BarcodeResult } from "./BarcodeResult.tsx";
export { Gs1Builder } from "./Gs1Builder.tsx";
