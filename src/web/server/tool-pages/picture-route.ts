import type { RequestContext } from "../../../http/context.ts";
import type { Reply } from "../../../http/reply.ts";
import type { Route } from "../../../http/route.ts";
import { compress } from "../page-renderer.ts";
import { callTool, fillExample, readPageRequest, type ToolPage } from "./page-request.ts";

const PDF = "application/pdf";

/**
 * Creates the route of a picture of the example's first page. A tool that makes PDFs shows it until
 * its script has been loaded.
 */
export function createPictureRoutes(page: ToolPage): Route[] {
  if (page.tool.media?.[0] !== PDF) return [];
  const draw = createDrawing();
  const handler = async (context: RequestContext): Promise<Reply> => {
    const request = readPageRequest(page, context);
    const values = fillExample(page, request);
    const { status, body } = await callTool(page, request, { values, isCounted: false });
    if (status !== 200) return { status, type: "text/plain", body: "" };
    return draw(body);
  };
  const { path, access } = page;
  return [{ methods: ["GET", "HEAD"], path: `${path}/picture.svg`, access, handler }];
}

/** Creates the function that draws the first page of a file; that of the last file is kept. */
function createDrawing(): (pdf: Buffer) => Promise<Reply> {
  let last: { pdf: Buffer; reply: Reply } | undefined;
  return async (pdf) => {
    if (last?.pdf.equals(pdf)) return last.reply;
    // Loaded with the first picture, because a start has no use for it.
    const { drawFirstPage } = await import("../../pdf-view/svg-page.ts");
    const body = await drawFirstPage(pdf);
    const reply = {
      type: "image/svg+xml",
      headers: { "cache-control": "no-store" },
      body,
      encodings: { gzip: await compress(body) },
    };
    last = { pdf, reply };
    return reply;
  };
}
