import { Type } from "typebox";
import { enumOf, optionalWithDefault } from "../../lib/schema.ts";

const HEX = "#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})";

/** Pattern of `#rgb`, `#rrggbb` and `#rrggbbaa`. */
export const HEX_COLOR = `^${HEX}$`;

/** The image formats, the default first. */
export const IMAGE_FORMATS = ["svg", "png"] as const;

/** Members of every symbol's input: image format and colors. */
export const symbolStyle = {
  // Has no default, because an image type in the `Accept` header replaces a missing format.
  format: Type.Optional(
    enumOf(IMAGE_FORMATS, {
      description: "The kind of image; svg when left out.",
      "x-help": "none",
      "x-titles": { "": "Automatic (SVG)" },
      "x-media": { svg: "image/svg+xml", png: "image/png" },
    }),
  ),
  darkColor: optionalWithDefault(
    Type.String({
      pattern: HEX_COLOR,
      "x-message": "must be a hex color such as #0f172a",
      title: "Foreground",
      description: "Color of the modules: #rgb, #rrggbb or #rrggbbaa.",
    }),
    "#000000",
  ),
  lightColor: optionalWithDefault(
    Type.String({
      pattern: `^(?:${HEX}|transparent)$`,
      "x-message": "must be a hex color such as #f8fafc, or transparent",
      title: "Background",
      description: "Color behind them: #rgb, #rrggbb, #rrggbbaa or transparent.",
    }),
    "#ffffff",
  ),
};

/** Members of the input of barcodes in two dimensions. */
export const matrixOptions = {
  columns: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 30,
      "x-visible-when": { type: ["pdf417"] },
      description: "Data columns of pdf417.",
    }),
  ),
  errorCorrection: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 95,
      "x-visible-when": { type: ["pdf417", "aztec"] },
      description: "Level 0 to 8 for pdf417, 5 to 95 percent for aztec.",
    }),
  ),
  shape: optionalWithDefault(
    enumOf(["square", "rectangle"], {
      "x-visible-when": { type: ["datamatrix", "gs1-datamatrix"] },
      description: "Shape of datamatrix and gs1-datamatrix.",
    }),
    "square",
  ),
};
