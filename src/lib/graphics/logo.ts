import { ValidationError } from "../errors.ts";
import { measureDecompressed } from "./png-header.ts";
import { readJpegSize, readPngSize } from "./raster-size.ts";
import { getSvgSize, parseSvg, serializeSvg, SvgError } from "./svg/svg.ts";

/**
 * A checked logo. Sizes are in pixels or in units of the SVG, whose text goes to a worker to be
 * traced.
 */
export type Logo = { width: number; height: number } & (
  | { kind: "png" | "jpeg"; bytes: Buffer }
  | { kind: "svg"; text: string }
);

const DATA_URL = /^data:(image\/(?:png|jpe?g|svg\+xml))((?:;[\w=.-]+)*),(.*)$/is;

/**
 * Maximum pixels per side, because a compressed image can be a thousand times as large as its file.
 */
const MAX_SIDE = 4096;

/** Returns the bytes of its samples, as memory to reserve while it is decompressed. */
export function measureDecompressedLogo(logo: Logo | undefined): number {
  return logo && "bytes" in logo ? measureDecompressed([logo.bytes]) : 0;
}

/** Reads the data URL of a logo, and undefined for an absent one. Throws ValidationError. */
export function readLogo(url: string | undefined): Logo | undefined {
  if (!url?.trim()) return undefined;
  const { kind, bytes } = readDataUrl(url.trim());
  if (kind === "svg") return readSvgLogo(bytes.toString());
  const size = kind === "png" ? readPngSize(bytes) : readJpegSize(bytes);
  if (!size) throw createLogoError(`must be a complete ${kind.toUpperCase()} file`);
  if (Math.max(size.width, size.height) > MAX_SIDE)
    throw createLogoError(`must be at most ${MAX_SIDE} pixels on a side`);
  return { kind, bytes, ...size };
}

/**
 * Returns the data URL of a logo for embedding. An SVG is serialized from its parsed form, so that
 * only known parts remain.
 */
export function toLogoDataUrl(logo: Logo): string {
  if (logo.kind !== "svg") return `data:image/${logo.kind};base64,${logo.bytes.toString("base64")}`;
  const text = serializeSvg(parseSvg(logo.text));
  return `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
}

function readSvgLogo(text: string): Logo {
  try {
    return { kind: "svg", text, ...getSvgSize(parseSvg(text)) };
  } catch (error) {
    throw error instanceof SvgError ? createLogoError(error.message) : error;
  }
}

function createLogoError(message: string): ValidationError {
  return ValidationError.at(["logo"], message);
}

function readDataUrl(url: string): { kind: Logo["kind"]; bytes: Buffer } {
  const [, type = "", parameters = "", data = ""] = DATA_URL.exec(url) ?? [];
  const kind = /svg/i.test(type) ? "svg" : /png/i.test(type) ? "png" : "jpeg";
  const bytes = type === "" ? undefined : readData(data, parameters);
  if (!bytes) throw createLogoError("must be a PNG, JPEG or SVG data URL");
  return { kind, bytes };
}

/** Returns undefined for invalid base64 or percent escapes. */
function readData(data: string, parameters: string): Buffer | undefined {
  if (/;base64$/i.test(parameters)) {
    const base64 = data.replace(/\s+/g, "");
    return /^[A-Za-z0-9+/_-]*={0,2}$/.test(base64) ? Buffer.from(base64, "base64") : undefined;
  }
  try {
    return Buffer.from(decodeURIComponent(data));
  } catch {
    // Thrown by an invalid percent escape.
    return undefined;
  }
}
