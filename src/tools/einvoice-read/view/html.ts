import { type Html, html, unsafeHtml } from "../../../lib/text/html.ts";
import { STYLE } from "./view-style.ts";
import type { View, ViewItem, ViewRow, ViewSection } from "./view.ts";

/** Renders a received invoice as a page. */
export function renderHtml(view: View): string {
  return html`<!doctype html>
    <html lang="${view.words.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${view.title}</title>
        <style>
          ${unsafeHtml(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <header>
            <h1 lang="${view.locale}" dir="auto">${view.title}</h1>
            <p class="verdict ${view.isInvalid ? "bad" : ""}">${view.verdict}</p>
            <p>${view.specification}</p>
          </header>
          ${view.sections.map((section) => renderSection(section, 2))}
        </main>
      </body>
    </html> `.markup;
}

/** Lowest heading of HTML. */
const MAX_LEVEL = 6;

/** The section without a title has the terms of the document, and its groups are sections. */
function renderSection({ title, id, rows, items, sections }: ViewSection, level: number): Html {
  const inner = title === "" ? level : Math.min(level + 1, MAX_LEVEL);
  const content = html`${rows.length > 0 && html`<dl>${rows.map(renderRow)}</dl>`}
  ${
    items.length > 0 &&
    html`<ul>
      ${items.map(renderItem)}
    </ul>`
  }
  ${sections.map((section) => renderSection(section, inner))}`;
  if (title === "") return content;
  const heading = html`${title} <small>${id}</small>`;
  return html`<section>${renderHeading(heading, level)} ${content}</section>`;
}

function renderHeading(content: Html, level: number): Html {
  const tag = unsafeHtml(`h${level}`);
  return html`<${tag}>${content}</${tag}>`;
}

function renderRow({ id, name, value }: ViewRow): Html {
  return html`<div>
    <dt>${name} <small>${id}</small></dt>
    <dd dir="auto">${value}</dd>
  </div>`;
}

function renderItem({ name, text, note }: ViewItem): Html {
  return html`<li>
    <b dir="auto">${name}</b> <span dir="auto">${text}</span> <span class="place">${note}</span>
  </li>`;
}
