import { type ComponentProps, type ComponentType, h } from "preact";
import { renderToString } from "preact-render-to-string";
import { Docs } from "../docs/Docs.tsx";
import { Nothing } from "../docs/Nothing.tsx";
import { Reference } from "../docs/Reference.tsx";
import { Home } from "../home/Home.tsx";
import { InboxPage, InboxStart } from "../inbox/pages.tsx";
import { Layout, type LayoutProps } from "../shell/Layout.tsx";
import { ToolPage } from "../tool/ToolPage.tsx";

const PAGES = { Docs, Home, InboxPage, InboxStart, Nothing, Reference, ToolPage };

/** A page by the name of its component, and what it shows. */
export type PageContent = {
  [Name in keyof typeof PAGES]: { page: Name; props: ComponentProps<(typeof PAGES)[Name]> };
}[keyof typeof PAGES];

/** A page's HTML. Everything that draws hangs on this module: it is loaded when the first page is asked for. */
export function renderPage(
  layout: Omit<LayoutProps, "children">,
  { page, props }: PageContent,
): string {
  // The type above has paired them; a union of pairs is more than the checker follows.
  const Page = PAGES[page] as ComponentType<typeof props>;
  return `<!doctype html>${renderToString(h(Layout, { ...layout, children: h(Page, props) }))}`;
}
