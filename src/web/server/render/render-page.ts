import { type ComponentProps, type ComponentType, h } from "preact";
import { renderToString } from "preact-render-to-string";
import { AccountBar } from "../../access/AccountBar.tsx";
import { KeyPage } from "../../access/KeyPage.tsx";
import { KeysPage } from "../../access/KeysPage.tsx";
import { Refused, SignIn, SignInFailed } from "../../access/SignIn.tsx";
import { UsagePage } from "../../access/UsagePage.tsx";
import { Docs } from "../../docs/Docs.tsx";
import { GuidePage } from "../../docs/DocsLayout.tsx";
import { NotFound } from "../../docs/NotFound.tsx";
import { Reference, ReferencePage } from "../../docs/Reference.tsx";
import { Home } from "../../home/Home.tsx";
import { InboxPage, InboxStart } from "../../inbox/pages.tsx";
import { Layout, type LayoutProps } from "../../shell/Layout.tsx";
import type { Site } from "../../tool-summary.ts";
import { ToolPage } from "../../tool/ToolPage.tsx";
import { DetailsPage, LedgerPage, ManyPage, RehearsalPage } from "./island-pages.tsx";

export { loadServerParts } from "../../shell/server-part.tsx";
export { renderOperations } from "./render-operations.ts";

const PAGES = {
  DetailsPage,
  Docs,
  GuidePage,
  Home,
  InboxPage,
  InboxStart,
  KeyPage,
  KeysPage,
  LedgerPage,
  ManyPage,
  NotFound,
  Reference,
  ReferencePage,
  Refused,
  RehearsalPage,
  SignIn,
  SignInFailed,
  ToolPage,
  UsagePage,
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

/** Renders the line with who is signed in. */
export function renderAccountBar(site: Site): string {
  return renderToString(h(AccountBar, { site }));
}
