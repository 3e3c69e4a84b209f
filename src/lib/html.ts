/** Markup that is safe to send as it stands. Only this file makes it, so no JSON value can pass for it. */
class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type { Html };

/** What a template may hold: markup stays, text is escaped, lists are joined, nothing stays nothing. */
type Value = Html | string | number | undefined | false | readonly Value[];

/**
 * A template that escapes by default: whatever is put into it is text, unless it came out of a template
 * itself. Safe between tags and inside quoted attributes; not inside `<script>`, `<style>` or a bare attribute.
 */
export function html(literals: TemplateStringsArray, ...values: readonly Value[]): Html {
  let markup = literals[0] ?? "";
  for (let index = 0; index < values.length; index += 1) {
    markup += toMarkup(values[index]) + (literals[index + 1] ?? "");
  }
  return new Html(markup);
}

/** Markup written in this repository: style sheets and the like. Never for a caller's text. */
export function unsafeHtml(markup: string): Html {
  return new Html(markup);
}

function toMarkup(value: Value): string {
  if (typeof value === "string") return escapeText(value);
  if (value instanceof Html) return value.markup;
  if (typeof value === "number") return String(value);
  if (value === undefined || value === false) return "";
  return value.map(toMarkup).join("");
}

const SPECIAL = /[&<>"']/;
const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeText(text: string): string {
  // Most texts hold nothing special; the test alone costs a tenth of the replacement.
  return SPECIAL.test(text)
    ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "")
    : text;
}
