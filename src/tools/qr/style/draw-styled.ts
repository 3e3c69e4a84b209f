import { UnavailableError, ValidationError } from "../../../lib/errors.ts";
import { getPixelsPerModule, requirePixels } from "../../../lib/qr/png.ts";
import type { ImageFormat } from "../../../lib/symbol/format.ts";
import { WorkerError } from "../../../lib/workers/worker-client.ts";
import type { ToolContext } from "../../tool-context.ts";
import type { StyledCode } from "./styled-code.ts";
import { renderStyledSvg } from "./styled-svg.ts";

/** A code to draw in a worker. */
export interface DrawRequest {
  code: StyledCode;
  /** Pixels per module of the PNG; undefined for an SVG, which needs only the PNG to scan. */
  scale: number | undefined;
}

/** A worker's result: a PNG to scan and, if the request has a scale, the PNG to send; or why the logo cannot be drawn. */
export type DrawnCode =
  | { kind: "drawn"; scanImage: Uint8Array; image?: Uint8Array }
  | { kind: "invalid"; message: string };

const DRAW_TASK = new URL("./draw-task.js", import.meta.url);

/** An image, and whether a reader found the text in it. */
export interface StyledImage {
  image: string | Uint8Array;
  isReadable: boolean;
}

/**
 * Draws a code with shaped modules or a logo and reads it back. Throws ValidationError for a logo that cannot be drawn and for
 * an image that is too narrow.
 */
export async function drawStyled(
  code: StyledCode,
  { text, format }: { text: string; format: ImageFormat },
  { tasks, barcodeReader }: Pick<ToolContext, "tasks" | "barcodeReader">,
): Promise<StyledImage> {
  if (format === "png") requirePixels(code);
  const scale = format === "png" ? getPixelsPerModule(code) : undefined;
  const drawn = await runTask(tasks, { code, scale });
  if (drawn.kind === "invalid") throw ValidationError.at(["logo"], drawn.message);
  const { codes } = await barcodeReader.read(Uint8Array.from(drawn.scanImage), {
    formats: ["QRCode"],
    max: 1,
  });
  const isReadable = codes.some(({ bytes }) => Buffer.from(bytes).equals(Buffer.from(text)));
  return { image: drawn.image ?? renderStyledSvg(code), isReadable };
}

async function runTask(tasks: ToolContext["tasks"], request: DrawRequest): Promise<DrawnCode> {
  try {
    return await tasks.run<DrawnCode>(DRAW_TASK, request);
  } catch (error) {
    const isTimeout = error instanceof WorkerError && error.reason === "timeout";
    if (!isTimeout) throw error;
    if (request.code.placed) throw ValidationError.at(["logo"], "takes too long to draw");
    throw new UnavailableError("The image took too long to draw.", "overloaded", 2);
  }
}
