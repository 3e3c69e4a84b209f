import { BARCODE_TYPES } from "../../domain/symbol/barcode-types.ts";

/** The symbologies that are read: those that the barcode tool draws, and QR codes. */
export const READABLE_TYPES = [...BARCODE_TYPES, "qr"] as const;

/** A symbology's name. */
export type ReadableType = (typeof READABLE_TYPES)[number];
