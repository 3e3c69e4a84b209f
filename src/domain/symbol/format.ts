import { negotiate } from "../../lib/net/http-headers.ts";

export type ImageFormat = "svg" | "png";

/** Maximum pixels of an image, which bounds the memory and the time of drawing it. */
export const MAX_PIXELS = 40_000_000;

/** Width of a module in pixels that common readers need. */
export const MIN_MODULE_PIXELS = 2;

const IMAGE_TYPES = { svg: "image/svg+xml", png: "image/png" } as const;

const JSON_TYPE = "application/json";

/** The image format and reply format that a caller chose. */
interface FormatRequest {
  /** The `format` member of the input; undefined when absent. */
  imageFormat: ImageFormat | undefined;
  /** Reply format: JSON, the image itself, or the path's default. */
  format: "default" | "json" | "file";
  /** The `Accept` header, empty when absent. It affects the default format only. */
  accept: string;
  /** True when the JSON reply can also describe an SVG. */
  hasSvgDescription?: boolean;
}

/** An image format and the response's media type. */
interface NegotiatedFormat {
  format: ImageFormat;
  type: string;
}

/**
 * Negotiates format and media type. By default SVG is sent as markup and PNG as JSON with a data
 * URL.
 */
export function negotiateFormat(request: FormatRequest): NegotiatedFormat {
  const { imageFormat, format, accept } = request;
  if (format === "json") return { format: imageFormat ?? "svg", type: JSON_TYPE };
  if (format === "file") return toFileFormat(imageFormat ?? "svg");
  if (imageFormat === "png") {
    return { format: "png", type: negotiate(accept, [JSON_TYPE, IMAGE_TYPES.png, "text/plain"]) };
  }
  const type = negotiate(accept, [
    IMAGE_TYPES.svg,
    ...(imageFormat === "svg" ? [] : [IMAGE_TYPES.png]),
    ...(request.hasSvgDescription ? [JSON_TYPE] : []),
  ]);
  return { format: type === IMAGE_TYPES.png ? "png" : "svg", type };
}

function toFileFormat(format: ImageFormat): NegotiatedFormat {
  return { format, type: IMAGE_TYPES[format] };
}

export function toImageDataUrl(format: ImageFormat, image: string | Uint8Array): string {
  return `data:${IMAGE_TYPES[format]};base64,${Buffer.from(image).toString("base64")}`;
}
