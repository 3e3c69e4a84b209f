import { gzipSync } from "node:zlib";
import type { LayoutProps } from "../../shell/Layout.tsx";
import { loadServerParts, type PageContent, renderPage } from "./render-page.ts";

/** A page, and what surrounds it. */
export interface RenderInput {
  layout: Omit<LayoutProps, "children">;
  content: PageContent;
}

/** A page for the worker. */
export interface RenderTask extends RenderInput {
  isCompressed: boolean;
}

/**
 * Renders a page to the bytes of its HTML or their gzip. Its input is JSON, because tools have
 * functions, which no page uses.
 */
export default async function render(json: string): Promise<Uint8Array> {
  const { layout, content, isCompressed } = JSON.parse(json) as RenderTask;
  await loadServerParts();
  const html = renderPage(layout, content);
  return isCompressed ? gzipSync(html) : Buffer.from(html);
}
