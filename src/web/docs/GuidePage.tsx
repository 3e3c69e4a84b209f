import type { JSX } from "preact";
import type { Site } from "../tool-summary.ts";
import { DocsLayout } from "./DocsLayout.tsx";
import type { Guide } from "../../domain/guides.ts";
import type { GuideHeading } from "./markdown.ts";

export function GuidePage({ site, guides, name, html, headings }: GuidePageProps): JSX.Element {
  return (
    <DocsLayout
      site={site}
      guides={guides}
      current={name}
      headings={headings.filter(({ depth }) => depth > 1 && depth < 4)}
    >
      {/* Our own files alone, rendered by `renderGuide`. */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </DocsLayout>
  );
}

interface GuidePageProps {
  site: Site;
  guides: readonly Guide[];
  name: string;
  html: string;
  headings: readonly GuideHeading[];
}
