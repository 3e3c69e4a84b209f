import type { Route } from "../../http/route.ts";
import type { RequestContext } from "../../http/context.ts";
import { SAMPLES } from "../tool/kits/barcode/type-groups.ts";
import type { InjectApi } from "./api.ts";

/** Size of a picture in the file, in its own units. */
const WIDTH = 96;
const HEIGHT = 44;
const PADDING = 5;

/**
 * Serves small pictures of every type of barcode in one file; the fragment of the URL chooses one.
 */
export function createBarcodeTypesRoute(injectApi: InjectApi): Route {
  let file: string | undefined;
  let drawing: Promise<string | undefined> | undefined;
  return {
    methods: ["GET", "HEAD"],
    path: "/tools/barcode/types.svg",
    access: "tools:barcode",
    handler: async (context) => {
      if (file === undefined) {
        drawing ??= drawTypes(injectApi, context).finally(() => (drawing = undefined));
        file = await drawing;
      }
      if (file === undefined) return UNAVAILABLE;
      return {
        type: "image/svg+xml",
        body: file,
        headers: { "cache-control": "public, max-age=86400" },
      };
    },
  };
}

/** Browsers leave the pictures out, and try again with the next page. */
const UNAVAILABLE = {
  status: 503,
  type: "text/plain; charset=utf-8",
  body: "The pictures could not be drawn now.\n",
  headers: { "cache-control": "no-store", "retry-after": "5" },
};

/** Returns the file; undefined when a type could not be drawn. */
async function drawTypes(
  injectApi: InjectApi,
  context: RequestContext,
): Promise<string | undefined> {
  const tiles: string[] = [];
  // One after the other, so that other requests have their turn.
  for (const [type, text] of Object.entries(SAMPLES)) {
    const { status, body } = await injectApi(context, {
      url: "/api/v1/barcode",
      body: { type, text, format: "svg", showText: false, margin: 0 },
      accept: "image/svg+xml",
      isCounted: false,
    });
    if (status !== 200) return undefined;
    tiles.push(placeTile(type, body.toString("utf8"), tiles.length));
  }
  const height = tiles.length * HEIGHT;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}">${tiles.join("")}</svg>`;
}

/** Returns a picture at its place in the file, on white, and the view that shows it alone. */
function placeTile(type: string, svg: string, index: number): string {
  const y = index * HEIGHT;
  const [, viewBox = ""] = /viewBox="([^"]+)"/.exec(svg) ?? [];
  const inner = svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>"));
  const [width, height] = [WIDTH - 2 * PADDING, HEIGHT - 2 * PADDING];
  return (
    `<view id="${type}" viewBox="0 ${y} ${WIDTH} ${HEIGHT}"/>` +
    `<rect y="${y}" width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>` +
    `<svg x="${PADDING}" y="${y + PADDING}" width="${width}" height="${height}" viewBox="${viewBox}" ` +
    `${isTwoDimensional(viewBox) ? "" : 'preserveAspectRatio="none" '}shape-rendering="crispEdges">${inner}</svg>`
  );
}

/** Bars may be stretched; a square symbol may not. */
function isTwoDimensional(viewBox: string): boolean {
  const [, , width = 1, height = 1] = viewBox.split(" ").map(Number);
  return width / height < 1.3;
}
