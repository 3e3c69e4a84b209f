import { measureDecompressedLogo } from "../../../lib/graphics/logo.ts";
import { UnavailableError, ValidationError } from "../../../lib/errors.ts";
import { getPixelsPerModule, requirePixels } from "../../../domain/qr/png.ts";
import type { ImageFormat } from "../../../domain/symbol/format.ts";
import type { ToolContext } from "../../tool-context.ts";
import type { StyledCode } from "./styled-code.ts";

/** A code to draw in a worker. */
export interface DrawRequest {
  code: StyledCode;
  /** Pixels per module of the PNG; undefined for an SVG. */
  scale: number | undefined;
}

/** A worker's result: a PNG to scan and the image to send, or why the logo cannot be drawn. */
export type DrawnCode =
  | { kind: "drawn"; scanImage: Uint8Array; image: string | Uint8Array }
  | { kind: "invalid"; message: string };

const DRAW_TASK = new URL("./draw-task.js", import.meta.url);

/** An image, and whether a reader found the text in it. */
interface StyledImage {
  image: string | Uint8Array;
  isReadable: boolean;
}

/**
 * Draws a styled code and reads it back. Throws ValidationError for a logo that cannot be drawn and
 * for an image that is too narrow. Throws UnavailableError when reading it back takes too long.
 */
export async function drawStyled(
  code: StyledCode,
  { text, format }: { text: string; format: ImageFormat },
  { tasks, barcodeReader }: Pick<ToolContext, "tasks" | "barcodeReader">,
): Promise<StyledImage> {
  if (format === "png") requirePixels(code);
  const scale = format === "png" ? getPixelsPerModule(code) : undefined;
  const request: DrawRequest = { code, scale };
  // Without a logo a drawing takes long only because of the machine.
  const options = code.placed
    ? { onTimeout: throwTooLong, bytes: measureDecompressedLogo(code.placed.logo) }
    : {};
  const drawn = await tasks.run<DrawnCode>(DRAW_TASK, request, options);
  if (drawn.kind === "invalid") throw ValidationError.at(["logo"], drawn.message);
  const { codes, isComplete } = await barcodeReader.read(Uint8Array.from(drawn.scanImage), {
    formats: ["QRCode"],
    max: 1,
  });
  const isReadable = codes.some(({ bytes }) => Buffer.from(bytes).equals(Buffer.from(text)));
  // An interrupted search finds nothing, whether or not the code is readable.
  if (!isReadable && !isComplete) {
    throw new UnavailableError("The image took too long to check.", "overloaded", 2);
  }
  return { image: drawn.image, isReadable };
}

function throwTooLong(): never {
  throw ValidationError.at(["logo"], "takes too long to draw");
}
