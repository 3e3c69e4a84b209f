/**
 * Markup that is safe to send unescaped. The class is private, so that no JSON value can be taken
 * for markup.
 */
class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type { Html };

/**
 * A value of a template: markup is kept, text is escaped, lists are joined, `undefined` and `false`
 * are dropped.
 */
type TemplateValue = Html | string | number | undefined | false | readonly TemplateValue[];

/**
 * Builds markup from a template. Values are escaped unless they are results of a template. Safe
 * between tags and inside quoted attributes, but not inside `<script>`, `<style>` or unquoted
 * attributes.
 */
export function html(literals: TemplateStringsArray, ...values: readonly TemplateValue[]): Html {
  let markup = literals[0] ?? "";
  for (let index = 0; index < values.length; index += 1) {
    markup += toMarkup(values[index]) + (literals[index + 1] ?? "");
  }
  return new Html(markup);
}

/**
 * Marks text of this repository as markup, such as style sheets. Never use it for a caller's text.
 */
export function unsafeHtml(markup: string): Html {
  return new Html(markup);
}

function toMarkup(value: TemplateValue): string {
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
  // Tests first, because most texts need no escaping and the test costs a tenth of the replacement.
  return SPECIAL.test(text)
    ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "")
    : text;
}
