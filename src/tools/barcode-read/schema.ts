import { Type } from "typebox";
import { Gs1Elements } from "../../domain/gs1/elements-schema.ts";
import { enumOf, optionalWithDefault } from "../../lib/schema.ts";
import { TYPE_TITLES } from "../../domain/symbol/barcode-types.ts";
import { READABLE_TYPES } from "./readable-types.ts";

const TITLES = { ...TYPE_TITLES, qr: "QR code" };

/** An image and the types to search for. */
export const BarcodeReadInput = Type.Object({
  image: Type.String({
    minLength: 1,
    contentEncoding: "base64",
    "x-file": { accept: "image/*", as: "base64" },
    description:
      "A PNG, JPEG, GIF or BMP of up to 4 MiB and 16 megapixels, as base64 or as a data URL.",
  }),
  types: Type.Optional(
    Type.Array(enumOf(READABLE_TYPES, { "x-ignore-chars": "-_ ", "x-titles": TITLES }), {
      "x-advanced": true,
      maxItems: READABLE_TYPES.length,
      description: "Types to look for. Defaults to all.",
    }),
  ),
  max: optionalWithDefault(
    Type.Integer({
      minimum: 1,
      maximum: 20,
      "x-advanced": true,
      description: "Codes to return at most.",
    }),
    5,
  ),
});

const Point = Type.Object({ x: Type.Number(), y: Type.Number() });

/** The codes that were found. */
export const BarcodeReadOutput = Type.Object({
  count: Type.Integer({ description: "Number of codes found." }),
  complete: Type.Boolean({
    description: "False when the time limit of two seconds ended the search.",
  }),
  codes: Type.Array(
    Type.Object({
      type: Type.Enum(READABLE_TYPES),
      text: Type.String({ description: "The text; AI syntax for GS1." }),
      bytesBase64: Type.String({ description: "The same as bytes, in base64." }),
      elements: Gs1Elements,
      position: Type.Array(Point, {
        description: "Corners in pixels, clockwise from the symbol's own top left.",
      }),
      rotation: Type.Number({ description: "Clockwise rotation of the symbol in degrees." }),
    }),
  ),
});
