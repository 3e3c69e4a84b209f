import type { ComponentChildren, JSX } from "preact";
import { AccountBar } from "../access/AccountBar.tsx";
import type { Site } from "../tool-summary.ts";
import { type Theme, formatThemeLabel } from "./theme.ts";

/** The frame of every page. */
export interface LayoutProps {
  site: Site;
  theme: Theme;
  title: string;
  /** One sentence for search results and previews. */
  description: string;
  /** The current link of the navigation. */
  section?: "tools" | "inbox" | "docs" | "reference" | undefined;
  /** The content of the page's `style` element. */
  styles: string | undefined;
  scripts: string[];
  fonts: string[];
  /** Style sheets for browsers without scripts. */
  noScriptStyles?: readonly string[];
  children: ComponentChildren;
}

/** The whole document. */
export function Layout(props: LayoutProps): JSX.Element {
  const { site, theme, section, children } = props;
  return (
    <html lang="en" data-base={site.basePath} data-theme={theme === "system" ? undefined : theme}>
      <Head {...props} />
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <Header site={site} section={section} theme={theme} />
        {site.accountSlot ?? <AccountBar site={site} />}
        <main id="main">{children}</main>
        <Footer site={site} />
        <i class="end" hidden />
      </body>
    </html>
  );
}

function Head(props: LayoutProps): JSX.Element {
  const { theme, title, description, styles, scripts, fonts, noScriptStyles = [] } = props;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content={theme === "system" ? "light dark" : theme} />
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="icon" href={ICON} />
      {/* A page that is painted before its header is parsed moves the buttons there. */}
      <link {...{ rel: "expect", href: "#main", blocking: "render" }} />
      {/* Before the styles, because a browser on a slow network would read all of them before it requests these. */}
      {scripts.map((src) => (
        <script key={src} type="module" src={src} />
      ))}
      {styles !== undefined && <style dangerouslySetInnerHTML={{ __html: styles }} />}
      {noScriptStyles.length > 0 && (
        <noscript>
          {noScriptStyles.map((href) => (
            <link key={href} rel="stylesheet" href={href} />
          ))}
        </noscript>
      )}
      {/* Preloaded, because a font that comes after the first paint is not used. Last and at a low priority, because it
          would delay that paint on slow networks. */}
      {fonts.map((href) => (
        <link
          key={href}
          rel="preload"
          href={href}
          as="font"
          fetchPriority="low"
          type="font/woff2"
          crossOrigin="anonymous"
        />
      ))}
    </head>
  );
}

/** A rounded square with a notch, in the accent. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b6e4f"/><path d="M21 11.5c-1-2-3-3-5-3-2.600 0-5 1.300-5 3.800 0 5.200 10.500 2.300 10.500 7.400 0 2.600-2.500 3.800-5.300 3.800-2.400 0-4.600-1-5.400-3.200" fill="none" stroke="#fff" stroke-width="2.800" stroke-linecap="round"/></svg>',
)}`;

const LINKS = [
  { section: "tools", path: "/", label: "Tools" },
  { section: "inbox", path: "/inbox", label: "Inbox" },
  { section: "docs", path: "/docs", label: "Docs" },
  { section: "reference", path: "/docs/reference", label: "Reference" },
] as const;

type HeaderProps = Pick<LayoutProps, "site" | "section" | "theme">;

function Header({ site, section, theme }: HeaderProps): JSX.Element {
  return (
    <header class="top">
      <a class="brand" href={`${site.basePath}/`}>
        Sundry
      </a>
      <nav aria-label="Main">
        {LINKS.map((link) => (
          <a
            key={link.path}
            href={site.basePath + link.path}
            aria-current={link.section === section ? "page" : undefined}
          >
            {link.label}
          </a>
        ))}
      </nav>
      <div class="tools-of-page scripted">
        <button
          type="button"
          id="open-palette"
          class="button"
          aria-label="Search"
          aria-keyshortcuts="Control+K"
        >
          <SearchIcon />
          <span>Search</span>
          <kbd data-keys="Ctrl K" aria-hidden="true" />
        </button>
        <button type="button" id="theme" class="button" aria-label={formatThemeLabel(theme)}>
          <ThemeIcon />
        </button>
      </div>
    </header>
  );
}

function SearchIcon(): JSX.Element {
  return (
    <svg width="15" height="15" viewBox="0 0 16 16" aria-hidden="true">
      <g fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round">
        <circle cx="7" cy="7" r="4.6" />
        <path d="m10.5 10.5 3.6 3.6" />
      </g>
    </svg>
  );
}

/** A circle with a filled half, which the style sheet mirrors or hides by theme. */
function ThemeIcon(): JSX.Element {
  return (
    <svg width="15" height="15" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.7" />
      <path class="theme-half" d="M8 1.800a6.200 6.200 0 0 1 0 12.400z" fill="currentColor" />
    </svg>
  );
}

function Footer({ site }: { site: Site }): JSX.Element {
  return (
    <footer class="bottom">
      <p>
        Sundry {site.version}. {site.requiresKey ? "What" : "No account, no key needed; what"} you
        type stays on this server.
      </p>
      <p>
        <a href={`${site.basePath}/details#device`}>Kept on this device</a>
        <a href={`${site.basePath}/openapi.json`}>OpenAPI document</a>
        <a href={`${site.basePath}/llms.txt`}>llms.txt</a>
      </p>
    </footer>
  );
}
