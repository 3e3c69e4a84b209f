import { escapeXml } from "../../lib/text/xml.ts";
import { Marked, type Tokens } from "marked";
import { tokenize } from "../code/tokenize.ts";
import { toHeadingId } from "../../domain/guides.ts";
import type { Site } from "../tool-summary.ts";

/** A heading of a guide, for its table of contents. */
export interface GuideHeading {
  id: string;
  title: string;
  depth: number;
}

export interface RenderedGuide {
  html: string;
  headings: GuideHeading[];
}

/** A local server in code, but not the upstream of a proxy or the port of a container. */
const LOCAL_SERVER = /(?:http:\/\/)?(?:127\.0\.0\.1|localhost):3000(?=[/"'\s]|$)/g;

/**
 * Renders a guide of the repository. Headings get ids, code gets colors and the address of this
 * server, and links to other guides lead to their pages. Links to other files of the repository
 * become plain text, because the site does not have them.
 */
export function renderGuide(
  markdown: string,
  { basePath, origin }: Pick<Site, "basePath" | "origin">,
): RenderedGuide {
  const headings: GuideHeading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const title = text.replaceAll("`", "");
        const id = toHeadingId(title);
        headings.push({ id, title, depth });
        const content = this.parser.parseInline(tokens);
        return depth === 1
          ? `<h1>${content}</h1>`
          : `<h${depth} id="${id}"><a href="#${id}">${content}</a></h${depth}>`;
      },
      code({ text }: Tokens.Code) {
        return `<pre tabindex="0">${highlight(text.replaceAll(LOCAL_SERVER, () => origin))}</pre>`;
      },
      link({ href, tokens }: Tokens.Link) {
        const content = this.parser.parseInline(tokens);
        if (/^https?:|^#/.test(href)) return `<a href="${escapeXml(href)}">${content}</a>`;
        const [, name] = /^([\w-]+)\.md/.exec(href) ?? [];
        return name === undefined ? content : `<a href="${basePath}/docs/${name}">${content}</a>`;
      },
      image({ text }: Tokens.Image) {
        return escapeXml(text);
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  // Wide tables scroll on their own, and keyboards reach them.
  const scrolling = html
    .replaceAll(
      "<table>",
      '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>',
    )
    .replaceAll("</table>", "</table></div>")
    .replaceAll("<th></th>", "<td></td>");
  return { html: wrapSections(scrolling), headings };
}

/**
 * Wraps each heading of the second level with what follows in a section, so that browsers lay out
 * far ones later.
 */
function wrapSections(html: string): string {
  const [intro = "", ...sections] = html.split(/(?=<h2 )/);
  return intro + sections.map((section) => `<section>${section}</section>`).join("");
}

function highlight(code: string): string {
  return tokenize(code)
    .map(({ kind, text }) =>
      kind === undefined ? escapeXml(text) : `<span class="hl-${kind}">${escapeXml(text)}</span>`,
    )
    .join("");
}
