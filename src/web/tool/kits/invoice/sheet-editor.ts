import { formatLabel } from "../../../form/label.ts";
import { formatFieldId, setText } from "../../../form/form-model.ts";
import { fitPaper } from "../../../result/DocumentPreview.tsx";
import { type EditableField, markFields, type SheetSource } from "./sheet-fields.ts";
import { createRowTools, createPlaceholders } from "./sheet-tools.ts";

/** A text that is edited in place. */
interface Edit {
  path: string;
  element: HTMLElement;
  /** The content before. */
  before: string;
}

/**
 * Places and tools are above the page, because a text that moves under the pointer would miss its
 * click. Adopted, because the document stays while its content is replaced.
 */
const STYLES = `
[data-tools], [data-places] { display: none }
@media screen {
  [data-field] { cursor: text; border-radius: 2px }
  [data-field]:is(:hover, :focus) { outline: 2px solid #8886; outline-offset: 2px }
  [data-field]:is(:focus-visible, [contenteditable]) { outline: 2px solid #1d4ed8; outline-offset: 2px }
  [contenteditable] { display: inline-block; min-width: 2em; min-height: 1.4em; background: #fff; color: #14181f; white-space: pre-wrap }
  :is(.party, .sheet, .items th) { position: relative }
  :root:is(:focus-within, :has([contenteditable])) [data-places] { position: absolute; display: flex; gap: 0 12px; color: #5b6473; font-style: italic }
  .sheet > [data-places] { inset: auto 56px 20px }
  tr:is(:hover, :focus-within) [data-tools] { position: absolute; inset: 50% 0 auto auto; display: flex; gap: 4px; translate: 0 -50% }
  [data-tools] button { min-width: 24px; height: 24px; padding: 0 5px; border: 1px solid #5b6473; border-radius: 4px; background: #fff; color: #14181f; font: 13px/1 sans-serif; cursor: pointer }
  @media (pointer: coarse) {
    [data-field] { display: inline-block; min-width: 32px; padding-block: 5px }
    [contenteditable] { min-height: 44px; padding: 10px 6px; font-size: max(1em, 16px) }
    :root [data-places] { position: static !important; flex-wrap: wrap }
    .sheet > [data-places] { padding: 0 20px }
    tr:is(:hover, :focus-within) [data-tools] { position: static; translate: none; flex-wrap: wrap; padding-block: 6px }
    .items tbody tr, .sums div { align-items: baseline }
    [data-tools] button { min-width: 44px; height: 44px; font-size: 17px }
  }
  [data-problem] { display: block; color: #b42318; font-size: 12px; font-weight: 400; white-space: normal }
}
`;

/** Makes the texts of the sheet editable in place. One for the page's only sheet. */
class SheetEditor {
  private edit: Edit | undefined;
  /** Field of the sheet that had the focus last. */
  private focused = "";

  private readonly page: Document;
  readonly source: SheetSource;
  /** Fits the paper to places and tools, which appear with the focus. */
  private readonly growth = new ResizeObserver(() => {
    fitPaper(this.page.defaultView?.frameElement as HTMLIFrameElement | null);
  });

  constructor(page: Document, source: SheetSource) {
    this.page = page;
    this.source = source;
    const { defaultView: view } = page;
    if (!view) return;
    const styles = new view.CSSStyleSheet();
    styles.replaceSync(STYLES);
    page.adoptedStyleSheets = [styles];
    page.addEventListener("keydown", (event) => this.handleKey(event));
    page.addEventListener("focusin", ({ target }) => {
      this.focused = (target as HTMLElement).dataset["field"] ?? "";
    });
    page.addEventListener("focusout", ({ target }) => {
      // Later, because an element that a response replaces loses the focus, too.
      setTimeout(() => {
        if (this.edit?.element === target && page.activeElement !== target) this.keep();
      });
    });
    // Each response replaces the content.
    new view.MutationObserver(() => this.mark()).observe(page, { childList: true });
    const result = document.querySelector("#result");
    if (result) {
      new MutationObserver(() => this.showProblems()).observe(result, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    }
    this.mark();
  }

  /** Begins to edit the field of a clicked element, or of a clicked cell. */
  press(target: Element): void {
    const cell = target.closest("th, td, dt, dd");
    const element =
      target.closest<HTMLElement>("[data-field]") ??
      cell?.querySelector<HTMLElement>("[data-field]");
    if (element && this.edit?.element !== element) this.begin(element);
  }

  private mark(): void {
    const { page, edit } = this;
    const draft = edit?.element.textContent;
    this.edit = undefined;
    for (const field of markFields(page, this.source)) this.label(field);
    for (const field of createPlaceholders(page, this.source)) this.label(field);
    createRowTools(page, this.source, (path) => this.open(path));
    this.showProblems();
    this.growth.disconnect();
    this.growth.observe(page.body);
    if (document.activeElement?.tagName !== "IFRAME") return;
    const element = this.find(edit?.path ?? this.focused);
    element?.focus();
    if (edit && element && draft !== undefined) this.begin(element, draft ?? "");
  }

  private label({ element, path }: EditableField): void {
    const label = formatLabel(this.source.view.fields, path) ?? path;
    element.dataset["field"] = path;
    element.tabIndex = 0;
    // A button has no links inside.
    element.role = element.querySelector("a") ? "group" : "button";
    element.ariaLabel = `${label}: ${element.textContent.trim()}`;
  }

  private find(path: string): HTMLElement | null {
    return path === "" ? null : this.page.querySelector(`[data-field="${path}"]`);
  }

  /** Edits a field that the sheet may only show from then on. */
  private open(path: string): void {
    const element = this.find(path);
    if (!element) {
      this.focused = path;
      return;
    }
    this.begin(element);
  }

  private begin(element: HTMLElement, text = this.read(element)): void {
    this.keep();
    const path = element.dataset["field"] ?? "";
    this.edit = { path, element, before: element.innerHTML };
    element.role = "textbox";
    element.ariaLabel = formatLabel(this.source.view.fields, path) ?? path;
    element.contentEditable = "plaintext-only";
    element.textContent = text;
    element.focus();
    this.page.getSelection()?.selectAllChildren(element);
  }

  private read({ dataset }: HTMLElement): string {
    return this.source.model.values.value[dataset["field"] ?? ""] ?? "";
  }

  private handleKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (!this.edit) {
      if (event.key !== "Enter" || target.dataset["field"] === undefined) return;
      event.preventDefault();
      this.begin(target);
      return;
    }
    if (event.key === "Escape") this.restore();
    else if (event.key === "Enter" && !event.shiftKey) this.keep();
    else return;
    event.preventDefault();
  }

  /** Ends the edit and writes its text into the form. */
  private keep(): void {
    const { edit } = this;
    if (!edit) return;
    const text = edit.element.innerText.replaceAll("\u00A0", " ").trim();
    const isSame = text === this.read(edit.element);
    this.restore();
    if (isSame) return;
    edit.element.textContent = text;
    this.label(edit);
    setText(this.source.model, edit.path, text);
    // A field that was left shows its error.
    const control = document.getElementById(formatFieldId(edit.path));
    control?.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  }

  private restore(): void {
    const { edit } = this;
    if (!edit) return;
    this.edit = undefined;
    const { element, before } = edit;
    element.removeAttribute("contenteditable");
    element.innerHTML = before;
    this.label(edit);
  }

  private showProblems(): void {
    const { errors } = this.source.model;
    for (const problem of this.page.querySelectorAll("[data-problem]")) problem.remove();
    for (const element of this.page.querySelectorAll<HTMLElement>("[data-field]")) {
      const sentence = errors.value[element.dataset["field"] ?? ""];
      element.ariaInvalid = sentence === undefined ? null : "true";
      if (sentence === undefined) continue;
      const problem = this.page.createElement("span");
      problem.dataset["problem"] = "";
      problem.textContent = sentence;
      element.after(problem);
    }
  }
}

let editor: SheetEditor | undefined;

/**
 * Makes the sheet editable, once it is used. A click edits the text under the pointer; links and
 * selected text keep theirs.
 */
export function handleSheetEvent(source: SheetSource, event: Event): void {
  const { type, target } = event;
  const page = frames[0]?.document;
  // A finger clicks what it touched, before marks of the texts move it.
  const isTouch = type === "pointerover" && (event as PointerEvent).pointerType === "touch";
  if (!page || isTouch) return;
  if (!editor || editor.source.model !== source.model) editor = new SheetEditor(page, source);
  const element = target as Element;
  const isSelecting = page.getSelection()?.isCollapsed === false;
  if (type !== "click" || isSelecting || element.closest("a, button")) return;
  editor.press(element);
}
