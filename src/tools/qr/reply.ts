import type { Static } from "typebox";
import { getPixelsPerModule, toPng } from "../../domain/qr/png.ts";
import { toSvg } from "../../domain/qr/svg.ts";
import { measureCapacityUse } from "../../domain/qr/symbol.ts";
import { MIN_CONTRAST } from "../../domain/symbol/colors.ts";
import {
  MIN_MODULE_PIXELS,
  toImageDataUrl,
  type ImageFormat,
  negotiateFormat,
} from "../../domain/symbol/format.ts";
import type { ReplyOptions, ToolReply } from "../define.ts";
import type { ToolContext } from "../tool-context.ts";
import { describeQrContrast } from "./colors.ts";
import type { QrCode } from "./qr.ts";
import type { QrOutput } from "./schema.ts";
import { drawStyled } from "./style/draw-styled.ts";
import { isStyled } from "./style/styled-code.ts";

type QrWarning = Static<typeof QrOutput>["warnings"][number];

/** The parts of the context that drawing a code uses. */
type QrContext = Pick<ToolContext, "tasks" | "barcodeReader">;

/** A drawn code, and whether a reader failed to read it. */
interface DrawnImage {
  image: string | Uint8Array;
  isUnreadable: boolean;
}

/**
 * Formats the code as an image or as JSON. Draws a styled code in a worker
 * and reads it back. Throws ValidationError when the PNG is too narrow for the symbol.
 */
export function createQrReply(
  code: QrCode,
  options: Pick<ReplyOptions, "format" | "accept">,
  context: QrContext,
): ToolReply | Promise<ToolReply> {
  const { format, type } = negotiateFormat({ ...options, imageFormat: code.format });
  const toReply = (drawn: DrawnImage) => formatReply(code, { type, format, drawn });
  if (!isStyled(code)) {
    const image = format === "svg" ? toSvg(code) : toPng(code);
    return toReply({ image, isUnreadable: false });
  }
  return drawStyled(code, { text: code.text, format }, context).then(({ image, isReadable }) =>
    toReply({ image, isUnreadable: !isReadable }),
  );
}

interface FormattedCode {
  type: string;
  format: ImageFormat;
  drawn: DrawnImage;
}

function formatReply(code: QrCode, { type, format, drawn }: FormattedCode): ToolReply {
  const warnings = listWarnings(code, format, drawn);
  const headers = {
    "X-QR-Symbol": formatSymbol(code),
    ...(warnings.length > 0 && { "X-QR-Warnings": warnings.join(", ") }),
  };
  const { image } = drawn;
  if (type === "application/json") {
    return { type, body: describeCode(code, { type, format, drawn }), headers };
  }
  return { type, body: type === "text/plain" ? toImageDataUrl(format, image) : image, headers };
}

/** Formats what the image does not state, such as the version, as parameters of a header. */
function formatSymbol({ symbol, text }: QrCode): string {
  const { version, level, modules } = symbol;
  const parameters = { version, level, modules, ...measureCapacityUse(text, level) };
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
}

/** Modules of quiet zone that common readers need. */
const MIN_MARGIN = 2;

function listWarnings(
  code: QrCode,
  format: ImageFormat,
  { isUnreadable }: DrawnImage,
): QrWarning[] {
  const { contrast, inverted } = describeQrContrast(code);
  const warnings: Record<QrWarning, boolean> = {
    "low-contrast": contrast < MIN_CONTRAST,
    inverted,
    "small-modules": format === "png" && getPixelsPerModule(code) < MIN_MODULE_PIXELS,
    "no-quiet-zone": code.margin < MIN_MARGIN,
    unreadable: isUnreadable,
  };
  return (Object.keys(warnings) as QrWarning[]).filter((name) => warnings[name]);
}

function describeCode(code: QrCode, { format, drawn }: FormattedCode): Static<typeof QrOutput> {
  const { symbol, width, margin, moduleMm, text, isFromContent } = code;
  const mm = moduleMm && Math.round((symbol.modules + 2 * margin) * moduleMm * 1000) / 1000;
  return {
    dataUrl: toImageDataUrl(format, drawn.image),
    format,
    width,
    height: width,
    ...(mm !== undefined && { sizeMm: { width: mm, height: mm } }),
    ...(isFromContent && { text }),
    version: symbol.version,
    modules: symbol.modules,
    errorCorrectionLevel: symbol.level,
    warnings: listWarnings(code, format, drawn),
  };
}
