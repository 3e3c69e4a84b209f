import type { ComponentChildren, JSX } from "preact";
import type { Site } from "../tool-summary.ts";
import type { Guide } from "../../domain/guides.ts";
import type { GuideHeading } from "./markdown.ts";

interface GuidePageProps extends GuidesProps {
  html: string;
  headings: readonly GuideHeading[];
}

/** A page of a guide. */
export function GuidePage({ html, headings, ...guide }: GuidePageProps): JSX.Element {
  return (
    <DocsLayout {...guide} headings={headings.filter(({ depth }) => depth > 1 && depth < 4)}>
      {/* Our own files alone, rendered by `renderGuide`. */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </DocsLayout>
  );
}

interface GuidesProps {
  site: Site;
  guides: readonly Guide[];
  /** The name of the guide. */
  name: string;
}

interface DocsLayoutProps extends GuidesProps {
  headings: readonly { id: string; title: string; depth?: number }[];
  children: ComponentChildren;
}

/** A page of the documentation: the guides, the content, and the headings of the page. */
export function DocsLayout({ headings, children, ...guide }: DocsLayoutProps): JSX.Element {
  return (
    <div class="guide">
      <GuideList {...guide} />
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

/** All guides by their groups, the one of the page marked. */
function GuideList({ site, guides, name: current }: GuidesProps): JSX.Element {
  const groups = [...new Set(guides.map(({ group }) => group))];
  const docs = `${site.basePath}/docs`;
  return (
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
  );
}
