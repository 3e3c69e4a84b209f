import { type ComponentProps, type ComponentType, h } from "preact";
import { renderToString } from "preact-render-to-string";
import { Docs } from "../docs/Docs.tsx";
import { GuidePage } from "../docs/GuidePage.tsx";
import { NotFound } from "../docs/NotFound.tsx";
import { Reference, ReferencePage } from "../docs/Reference.tsx";
import { Home } from "../home/Home.tsx";
import { InboxPage, InboxStart } from "../inbox/pages.tsx";
import { Layout, type LayoutProps } from "../shell/Layout.tsx";
import { ToolPage } from "../tool/ToolPage.tsx";

export { loadServerParts } from "../shell/server-part.tsx";

const PAGES = {
  Docs,
  GuidePage,
  Home,
  InboxPage,
  InboxStart,
  NotFound,
  Reference,
  ReferencePage,
  ToolPage,
};

/** A page by the name of its component, and what it shows. */
export type PageContent = {
  [Name in keyof typeof PAGES]: { page: Name; props: ComponentProps<(typeof PAGES)[Name]> };
}[keyof typeof PAGES];

/**
 * Renders a page to HTML. The server imports this module with the first page, because it loads
 * every component.
 */
export function renderPage(
  layout: Omit<LayoutProps, "children">,
  { page, props }: PageContent,
): string {
  // Cast, because the checker does not follow a union of pairs.
  const Page = PAGES[page] as ComponentType<typeof props>;
  return `<!doctype html>${renderToString(h(Layout, { ...layout, children: h(Page, props) }))}`;
}
