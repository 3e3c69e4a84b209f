import type { ComponentChildren, JSX } from "preact";
import type { Site } from "../tool-summary.ts";
import type { Guide } from "../../domain/guides.ts";

/** A page of the documentation: the guides, the content, and the headings of the page. */
export function DocsLayout({
  site,
  guides,
  current,
  headings,
  children,
}: DocsLayoutProps): JSX.Element {
  const groups = [...new Set(guides.map(({ group }) => group))];
  const docs = `${site.basePath}/docs`;
  return (
    <div class="guide">
      <nav class="guides" aria-label="Guides">
        {groups.map((group) => (
          <div key={group}>
            <h2>{group}</h2>
            <ul>
              {guides
                .filter((guide) => guide.group === group)
                .map(({ name, title }) => (
                  <li key={name}>
                    <a
                      href={name === "start" ? docs : `${docs}/${name}`}
                      aria-current={name === current ? "page" : undefined}
                    >
                      {title}
                    </a>
                  </li>
                ))}
              {group === "Basics" && (
                <li>
                  <a href={`${docs}/reference`}>API reference</a>
                </li>
              )}
            </ul>
          </div>
        ))}
      </nav>
      <article class="docs">{children}</article>
      {headings.length > 1 && (
        <nav class="on-this-page" aria-label="On this page" data-scroll-spy>
          <h2>On this page</h2>
          <ul>
            {headings.map(({ id, title, depth = 2 }) => (
              <li key={id} class={depth > 2 ? "deep" : undefined}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

interface DocsLayoutProps {
  site: Site;
  guides: readonly Guide[];
  /** The name of the guide. */
  current: string;
  headings: readonly { id: string; title: string; depth?: number }[];
  children: ComponentChildren;
}
