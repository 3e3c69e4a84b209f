import { chain } from "../../lib/concurrency/maybe-promise.ts";
import { ValidationError } from "../../lib/errors.ts";
import type { Input } from "../../lib/schema.ts";
import { type SymbolColors, parseSymbolColors } from "../../domain/symbol/colors.ts";
import { type ImageFormat, MAX_PIXELS } from "../../domain/symbol/format.ts";
import type { ToolContext } from "../tool-context.ts";
import type { EncodedSymbol } from "../../domain/barcode/symbol.ts";
import type { SymbolContent } from "../../domain/barcode/content/content.ts";
import { readContent } from "../../domain/barcode/content/read-content.ts";
import {
  getBarHeight,
  type BarcodeDimensions,
  getDimensions,
} from "../../domain/barcode/dimensions.ts";
import type { Drawing, Rotation } from "../../domain/barcode/drawing.ts";
import { checkErrorCorrection, encodeSymbol } from "../../domain/barcode/encode.ts";
import { layoutLinear, layoutMatrix } from "../../domain/barcode/layout.ts";
import { getImageSize } from "./raster.ts";
import type { BarcodeInput } from "./schema.ts";
import type { BarcodeType } from "../../domain/symbol/barcode-types.ts";

type BarcodeRequest = Input<typeof BarcodeInput>;

/** A symbol after layout, with all that its image and its response need. */
export interface Barcode {
  type: BarcodeType;
  content: SymbolContent;
  drawing: Drawing;
  dimensions: BarcodeDimensions;
  palette: SymbolColors;
  rotate: Rotation;
  /** Size without the quiet zone. */
  modules: { x: number; y: number };
  /** The caller's choice; absent for the default. */
  format?: ImageFormat;
}

/**
 * Encodes a text and lays out its symbol. Throws ValidationError for texts that the type cannot
 * carry and for images of more than 40 megapixels.
 */
export function createBarcode(
  request: BarcodeRequest,
  { symbolEncoder }: Pick<ToolContext, "symbolEncoder">,
): Barcode | Promise<Barcode> {
  const { type, text, shape, columns, errorCorrection } = request;
  const palette = parseSymbolColors(request);
  const dimensions = getDimensions(request);
  checkErrorCorrection(type, errorCorrection);
  const content = readContent(type, text);
  const symbol = encodeSymbol(type, content, {
    encoder: symbolEncoder,
    shape,
    ...(columns !== undefined && { columns }),
    ...(errorCorrection !== undefined && { errorCorrection }),
  });
  return chain(symbol, (encoded) => layout(encoded, { request, content, palette, dimensions }));
}

interface SymbolParts extends Pick<Barcode, "content" | "palette" | "dimensions"> {
  request: BarcodeRequest;
}

function layout(
  symbol: EncodedSymbol,
  { request, content, palette, dimensions }: SymbolParts,
): Barcode {
  const { type, format } = request;
  const rotate = request.rotate as Rotation;
  const drawing = draw(symbol, { request, content, palette, dimensions });
  checkPixels(drawing, dimensions.scale);
  const modules =
    symbol.kind === "matrix"
      ? { x: symbol.matrix.columns, y: symbol.matrix.rows }
      : { x: sum(symbol.widths), y: 1 };
  return {
    type,
    content,
    drawing,
    dimensions,
    palette,
    rotate,
    modules,
    ...(format && { format }),
  };
}

function draw(symbol: EncodedSymbol, { request, content, dimensions }: SymbolParts): Drawing {
  const { margin, moduleMm } = dimensions;
  if (symbol.kind === "matrix") return layoutMatrix(symbol.matrix, margin[0]);
  return layoutLinear({
    type: request.type,
    widths: symbol.widths,
    height: getBarHeight(request, sum(symbol.widths), moduleMm),
    margin,
    text: request.showText ? (content.humanReadable ?? undefined) : undefined,
  });
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}

function checkPixels(drawing: Drawing, scale: number): void {
  const fits = (pixels: number) => {
    const { width, height } = getImageSize(drawing, { scale: pixels, rotate: 0 });
    return width * height <= MAX_PIXELS;
  };
  if (fits(scale)) return;
  let largest = scale - 1;
  while (largest > 1 && !fits(largest)) largest--;
  throw ValidationError.at(
    ["scale"],
    `is ${scale} pixels per module, which makes more than 40 megapixels; the largest that fits is ${largest}`,
  );
}
