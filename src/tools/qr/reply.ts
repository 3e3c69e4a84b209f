import type { Static } from "typebox";
import { preferred } from "../../lib/accept.ts";
import type { Reply, Wish } from "../define.ts";
import { legibility } from "../../lib/qr/colours.ts";
import { pixelsPerModule, toPng } from "../../lib/qr/png.ts";
import type { QrCode } from "./qr.ts";
import type { QrOutput } from "./schema.ts";
import { toSvg } from "../../lib/qr/svg.ts";

type Format = "svg" | "png";
type Warning = Static<typeof QrOutput>["warnings"][number];

/** The answer in the form wished for. Throws InputError when the PNG is too narrow for the symbol. */
export function qrReply(code: QrCode, wish: Pick<Wish, "form" | "accept">): Reply {
  const { format, type } = chosenForm(code, wish);
  const warnings = warningsOf(code, format);
  const headers = warnings.length > 0 ? { "X-QR-Warnings": warnings.join(", ") } : {};
  if (type === "application/json") return { type, body: description(code, format), headers };
  if (type === "text/plain") return { type, body: dataUrl(code, format), headers };
  return { type, body: format === "svg" ? toSvg(code) : toPng(code), headers };
}

const IMAGES = { svg: "image/svg+xml", png: "image/png" } as const;

/** The path's own default is markup for svg, and for png the JSON that a data URL travels in. */
function chosenForm(
  { format }: QrCode,
  { form, accept }: Pick<Wish, "form" | "accept">,
): { format: Format; type: string } {
  if (form === "json") return { format: format ?? "svg", type: "application/json" };
  if (form === "file") return { format: format ?? "svg", type: IMAGES[format ?? "svg"] };
  if (format === "png") {
    return { format, type: preferred(accept, ["application/json", IMAGES.png, "text/plain"]) };
  }
  if (format === "svg") return { format, type: IMAGES.svg };
  const type = preferred(accept, [IMAGES.svg, IMAGES.png]);
  return { format: type === IMAGES.png ? "png" : "svg", type };
}

/** The least contrast, pixels a module and quiet zone that common readers manage; the contract's own figures. */
const LEAST_CONTRAST = 4;
const LEAST_PIXELS = 2;
const LEAST_MARGIN = 2;

function warningsOf(code: QrCode, format: Format): Warning[] {
  const { contrast, inverted } = legibility(code.dark, code.light);
  const found: Record<Warning, boolean> = {
    "low-contrast": contrast < LEAST_CONTRAST,
    inverted,
    "small-modules": format === "png" && pixelsPerModule(code) < LEAST_PIXELS,
    "no-quiet-zone": code.margin < LEAST_MARGIN,
  };
  return (Object.keys(found) as Warning[]).filter((name) => found[name]);
}

function dataUrl(code: QrCode, format: Format): string {
  const bytes = format === "svg" ? Buffer.from(toSvg(code)) : toPng(code);
  return `data:${IMAGES[format]};base64,${bytes.toString("base64")}`;
}

function description(code: QrCode, format: Format): Static<typeof QrOutput> {
  const { symbol, width } = code;
  return {
    dataUrl: dataUrl(code, format),
    format,
    width,
    height: width,
    version: symbol.version,
    modules: symbol.modules,
    errorCorrectionLevel: symbol.level,
    warnings: warningsOf(code, format),
  };
}
