import type { Route } from "../../http/types.ts";
import type { RequestContext } from "../../http/request-context.ts";
import { SAMPLES } from "../tool/kits/barcode/types.ts";
import type { InjectApi } from "./api.ts";

/** Size of a picture in the file, in its own units. */
const WIDTH = 96;
const HEIGHT = 44;
const PADDING = 5;

/** Serves small pictures of every type of barcode in one file; the fragment of the URL chooses one. */
export function createBarcodeTypesRoute(injectApi: InjectApi): Route {
  let drawing: Promise<string> | undefined;
  return {
    methods: ["GET", "HEAD"],
    path: "/tools/barcode/types.svg",
    handler: async (context) => {
      drawing ??= drawTypes(injectApi, context);
      // A failure is not kept, so that the next request tries again.
      drawing.catch(() => (drawing = undefined));
      return {
        type: "image/svg+xml",
        body: await drawing,
        headers: { "cache-control": "public, max-age=86400" },
      };
    },
  };
}

async function drawTypes(injectApi: InjectApi, context: RequestContext): Promise<string> {
  const tiles: string[] = [];
  // One after the other, so that other requests have their turn.
  for (const [type, text] of Object.entries(SAMPLES)) {
    const { body } = await injectApi(context, {
      url: "/api/v1/barcode",
      body: { type, text, format: "svg", showText: false, margin: 0 },
      accept: "image/svg+xml",
      isCounted: false,
    });
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
