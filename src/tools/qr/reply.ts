import type { Static } from "typebox";
import type { ReplyOptions, ToolReply } from "../define.ts";
import { pixelsPerModule, toPng } from "../../lib/qr/png.ts";
import type { QrCode } from "./qr.ts";
import type { QrOutput } from "./schema.ts";
import { toSvg } from "../../lib/qr/svg.ts";
import { describeContrast } from "../../lib/symbol/colors.ts";
import { imageDataUrl, type ImageFormat, negotiateFormat } from "../../lib/symbol/format.ts";

type Warning = Static<typeof QrOutput>["warnings"][number];

/** Formats the code as an image or as JSON. Throws ValidationError when the PNG is too narrow for the symbol. */
export function qrReply(code: QrCode, options: Pick<ReplyOptions, "format" | "accept">): ToolReply {
  const { format, type } = negotiateFormat({ ...options, imageFormat: code.format });
  const warnings = warningsOf(code, format);
  const headers = warnings.length > 0 ? { "X-QR-Warnings": warnings.join(", ") } : {};
  if (type === "application/json") return { type, body: description(code, format), headers };
  if (type === "text/plain") return { type, body: dataUrl(code, format), headers };
  return { type, body: format === "svg" ? toSvg(code) : toPng(code), headers };
}

/** The least contrast, pixels a module and quiet zone that common readers manage; the contract's own figures. */
const MIN_CONTRAST = 4;
const MIN_PIXELS = 2;
const MIN_MARGIN = 2;

function warningsOf(code: QrCode, format: ImageFormat): Warning[] {
  const { contrast, inverted } = describeContrast(code);
  const found: Record<Warning, boolean> = {
    "low-contrast": contrast < MIN_CONTRAST,
    inverted,
    "small-modules": format === "png" && pixelsPerModule(code) < MIN_PIXELS,
    "no-quiet-zone": code.margin < MIN_MARGIN,
  };
  return (Object.keys(found) as Warning[]).filter((name) => found[name]);
}

function dataUrl(code: QrCode, format: ImageFormat): string {
  return imageDataUrl(format, format === "svg" ? toSvg(code) : toPng(code));
}

function description(code: QrCode, format: ImageFormat): Static<typeof QrOutput> {
  const { symbol, width, margin, moduleMm, text } = code;
  const mm = moduleMm && Math.round((symbol.modules + 2 * margin) * moduleMm * 1000) / 1000;
  return {
    dataUrl: dataUrl(code, format),
    format,
    width,
    height: width,
    ...(mm !== undefined && { sizeMm: { width: mm, height: mm } }),
    ...(text !== undefined && { text }),
    version: symbol.version,
    modules: symbol.modules,
    errorCorrectionLevel: symbol.level,
    warnings: warningsOf(code, format),
  };
}
