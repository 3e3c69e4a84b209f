import type { Static } from "typebox";
import { toDigitalLink } from "../../domain/gs1/digital-link.ts";
import { encodeBitmapPng } from "../../domain/symbol/bitmap.ts";
import { describeContrast, MIN_CONTRAST } from "../../domain/symbol/colors.ts";
import {
  MIN_MODULE_PIXELS,
  toImageDataUrl,
  type ImageFormat,
  negotiateFormat,
} from "../../domain/symbol/format.ts";
import type { ReplyOptions, ToolReply } from "../define.ts";
import type { Barcode } from "./barcode.ts";
import { getImageSize, rasterize } from "./raster.ts";
import type { BarcodeOutput } from "./schema.ts";
import { getSvgSizeMm, toSvg } from "./svg.ts";

type BarcodeWarning = Static<typeof BarcodeOutput>["warnings"][number];

/**
 * Returns the response in the requested format: the image, its data URL, or a description with the
 * data URL.
 */
export function createBarcodeReply(
  barcode: Barcode,
  options: Pick<ReplyOptions, "format" | "accept">,
): ToolReply {
  const { format, type } = negotiateFormat({
    ...options,
    imageFormat: barcode.format,
    hasSvgDescription: true,
  });
  const warnings = listWarnings(barcode, format);
  const headers = warnings.length > 0 ? { "X-Barcode-Warnings": warnings.join(", ") } : {};
  if (type === "application/json") return { type, body: describe(barcode, format), headers };
  if (type === "text/plain") {
    return { type, body: toImageDataUrl(format, drawImage(barcode, format)), headers };
  }
  return { type, body: drawImage(barcode, format), headers };
}

function drawImage(barcode: Barcode, format: ImageFormat): string | Buffer {
  const { drawing, dimensions, palette, rotate } = barcode;
  const { moduleMm, scale } = dimensions;
  if (format === "svg") return toSvg(drawing, { moduleMm, palette, rotate });
  return encodeBitmapPng(rasterize(drawing, { scale, rotate }), palette, (scale / moduleMm) * 1000);
}

function listWarnings({ palette, dimensions }: Barcode, format: ImageFormat): BarcodeWarning[] {
  const { contrast, inverted } = describeContrast(palette);
  const warnings: BarcodeWarning[] = [];
  if (contrast < MIN_CONTRAST) warnings.push("low-contrast");
  if (inverted) warnings.push("inverted");
  if (format === "png" && dimensions.scale < MIN_MODULE_PIXELS) warnings.push("small-modules");
  if (dimensions.isMarginSmall) warnings.push("small-quiet-zone");
  if (dimensions.isOutsideSpecification) warnings.push("outside-specification");
  return warnings;
}

function describe(barcode: Barcode, format: ImageFormat): Static<typeof BarcodeOutput> {
  const { type, content, drawing, dimensions, rotate, modules } = barcode;
  const { text, checkDigit, humanReadable, elements } = content;
  const { scale, moduleMm } = dimensions;
  const { width, height } = getImageSize(drawing, { scale, rotate });
  const toMm = (pixels: number) => Math.round((pixels / scale) * moduleMm * 1000) / 1000;
  return {
    dataUrl: toImageDataUrl(format, drawImage(barcode, format)),
    format,
    width,
    height,
    type,
    text,
    checkDigit,
    humanReadable,
    modules,
    sizeMm:
      format === "svg"
        ? getSvgSizeMm(drawing, { moduleMm, rotate })
        : { width: toMm(width), height: toMm(height) },
    elements:
      elements?.map(({ identifier: { ai, title }, value }) => ({ ai, title, value })) ?? null,
    digitalLink: elements ? (toDigitalLink(elements) ?? null) : null,
    warnings: listWarnings(barcode, format),
  };
}
