import type { Issue } from "../../lib/errors.ts";
import { readJpegSize, readPngSize } from "./raster.ts";
import { checkSvg, parseSvg, type SvgNode, getSvgSize, serializeSvg } from "./svg.ts";

/** A validated logo. Sizes are in pixels or in units of the SVG. */
export type Logo = { width: number; height: number } & (
  | { kind: "png" | "jpeg"; bytes: Buffer }
  | { kind: "svg"; root: SvgNode }
);

const DATA_URL = /^data:(image\/(?:png|jpe?g|svg\+xml))((?:;[\w=.-]+)*),(.*)$/is;

/** Maximum pixels per side, because a compressed image can be a thousand times as large as its file. */
const MAX_SIDE = 4096;

/** Lists the issues of a logo's data URL. An absent logo has none. */
export function checkLogo(url: string | undefined): Issue[] {
  const rule = url?.trim() ? checkDataUrl(url.trim()) : undefined;
  return rule === undefined ? [] : [{ path: ["logo"], message: rule }];
}

/** Parses a valid logo. Returns undefined for an absent one. */
export function toLogo(url: string | undefined): Logo | undefined {
  const file = url?.trim() ? readDataUrl(url.trim()) : undefined;
  if (!file) return undefined;
  const { kind, bytes } = file;
  if (kind === "svg") {
    const root = parseSvg(bytes.toString());
    return typeof root === "string" ? undefined : { kind, root, ...getSvgSize(root) };
  }
  const size = kind === "png" ? readPngSize(bytes) : readJpegSize(bytes);
  return size && { kind, bytes, ...size };
}

/**
 * Returns the data URL of a logo for embedding. An SVG is serialized from its parsed form, so that only known parts
 * remain.
 */
export function toLogoDataUrl(logo: Logo): string {
  if (logo.kind !== "svg") return `data:image/${logo.kind};base64,${logo.bytes.toString("base64")}`;
  return `data:image/svg+xml;base64,${Buffer.from(serializeSvg(logo.root)).toString("base64")}`;
}

function checkDataUrl(url: string): string | undefined {
  const file = readDataUrl(url);
  if (!file) return "must be a PNG, JPEG or SVG data URL";
  if (file.kind === "svg") return checkSvg(file.bytes.toString());
  const size = file.kind === "png" ? readPngSize(file.bytes) : readJpegSize(file.bytes);
  if (!size) return `must be a complete ${file.kind.toUpperCase()} file`;
  const isTooLarge = Math.max(size.width, size.height) > MAX_SIDE;
  return isTooLarge ? `must be at most ${MAX_SIDE} pixels on a side` : undefined;
}

function readDataUrl(url: string): { kind: Logo["kind"]; bytes: Buffer } | undefined {
  const [, type = "", parameters = "", data = ""] = DATA_URL.exec(url) ?? [];
  if (type === "") return undefined;
  const kind = type.toLowerCase().includes("svg") ? "svg" : /png/i.test(type) ? "png" : "jpeg";
  if (!/;base64$/i.test(parameters)) return readText(kind, data);
  const base64 = data.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64)) return undefined;
  return { kind, bytes: Buffer.from(base64, "base64") };
}

function readText(kind: Logo["kind"], data: string) {
  try {
    return { kind, bytes: Buffer.from(decodeURIComponent(data)) };
  } catch {
    // Thrown by an invalid percent escape.
    return undefined;
  }
}
