import type { LayoutProps } from "../../shell/Layout.tsx";
import { loadServerParts, type PageContent, renderPage } from "./render-page.ts";

/** A page, and what surrounds it. */
export interface RenderInput {
  layout: Omit<LayoutProps, "children">;
  content: PageContent;
}

/** Renders a page to HTML. Its input is JSON, because tools have functions, which no page uses. */
export default async function render(json: string): Promise<string> {
  const { layout, content } = JSON.parse(json) as RenderInput;
  await loadServerParts();
  return renderPage(layout, content);
}
