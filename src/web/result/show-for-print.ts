/** Marks what is printed. */
const MARK = "data-printed";

/** Hides what stays in the page, so that focus, scroll position and frames are kept. */
const HIDE_PAGE = `body > :not([${MARK}]) { display: none !important; }`;

/**
 * Shows a copy of another document, under its title and styles (default: its own), in place of the
 * page until it is printed. A frame would be cut where a page ends, through lines of text.
 */
export function showForPrint(source: Document, styles = readStyles(source)): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles + HIDE_PAGE);
  const copies = [...source.body.children].map((element) => document.importNode(element, true));
  for (const copy of copies) copy.setAttribute(MARK, "");
  const { title } = document;
  const pageSheets = [...document.styleSheets].filter(({ disabled }) => !disabled);
  const restoreRoot = replaceAttributes(document.documentElement, source.documentElement);
  const restoreBody = replaceAttributes(document.body, source.body);
  document.title = source.title;
  document.body.append(...copies);
  for (const pageSheet of pageSheets) pageSheet.disabled = true;
  document.adoptedStyleSheets.push(sheet);
  const restore = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((added) => added !== sheet);
    for (const pageSheet of pageSheets) pageSheet.disabled = false;
    for (const copy of copies) copy.remove();
    document.title = title;
    restoreBody();
    restoreRoot();
  };
  addEventListener("afterprint", restore, { once: true });
}

function readStyles(source: Document): string {
  const texts = [...source.querySelectorAll("style")].map((style) => style.textContent);
  const rules = source.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]);
  return [...texts, ...rules.map(({ cssText }) => cssText), ""].join("\n");
}

/** Replaces the attributes of an element with those of another. Returns how to restore them. */
function replaceAttributes(target: HTMLElement, source: HTMLElement): () => void {
  const before = target.cloneNode() as HTMLElement;
  copyAttributes(target, source);
  return () => copyAttributes(target, before);
}

/** Sets styles by their properties, because the page's policy forbids the attribute. */
function copyAttributes(target: HTMLElement, source: HTMLElement): void {
  for (const name of target.getAttributeNames()) target.removeAttribute(name);
  for (const { name, value } of source.attributes)
    if (name !== "style") target.setAttribute(name, value);
  target.style.cssText = source.style.cssText;
}
