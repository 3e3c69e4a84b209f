import { formatFieldId } from "../../../form/model.ts";
import { toFormPath } from "../../../form/input.ts";
import type { Values } from "../../../form/values.ts";
import type { ToolView } from "../../view.ts";

/** The form's fields, and its values when the sheet was made. */
interface Source {
  view: ToolView;
  values: Values;
}

/** The source of the sheet that is shown. */
let source: Source | undefined;

/** Parts of the sheet that come from a field of the form. */
const PARTS =
  ":is(.brand > *, .party .user, .facts > dl > dd, .items tbody tr > *, .sums dl > div:not(.total, :first-child), .notes, .payment dd)";

const STYLES = `@media screen { ${PARTS} { cursor: pointer } ${PARTS}:hover { outline: 2px solid #8886; outline-offset: 2px } }`;

/**
 * Makes the parts of the sheet clickable: each moves the focus to its field. Links and selected text keep their clicks.
 * `clicked` is the target of a click that came before, because this script is loaded on the first use.
 */
export function connectSheet(latest: Source, clicked?: Element): void {
  source = latest;
  const frame = document.querySelector<HTMLIFrameElement>(".invoice-pages iframe");
  const connect = () => {
    const page = frame?.contentDocument;
    if (!page?.defaultView || page.adoptedStyleSheets.length > 0) return;
    // Adopted, because the document stays while its content is replaced.
    const styles = new page.defaultView.CSSStyleSheet();
    styles.replaceSync(STYLES);
    page.adoptedStyleSheets = [styles];
    page.addEventListener("click", ({ target }) => followClick(target as Element));
    if (clicked) followClick(clicked);
  };
  connect();
  // The frame may not have been loaded yet.
  frame?.addEventListener("load", connect, { once: true });
}

function followClick(target: Element): void {
  const part = target.closest(`a, ${PARTS}`);
  const isSelecting = target.ownerDocument.getSelection()?.isCollapsed === false;
  if (source && part && part.localName !== "a" && !isSelecting) focusField(source, part);
}

/** Moves the focus to the field of the form that a part of the sheet came from. */
function focusField({ view, values }: Source, target: Element): void {
  const path = toFormPath(view.fields, values, findPath(values, target));
  const control = document.getElementById(formatFieldId(path));
  const options = control?.closest("details");
  if (options) options.open = true;
  control?.focus();
}

/** The columns of the items; the amount comes from quantity and rate. */
const COLUMNS = ["description", "quantity", "rate"];

/** Returns the path of a field in the request, such as `items.1.rate`. */
function findPath(values: Values, target: Element): string {
  const row = target.closest<HTMLTableRowElement>(".items tr");
  if (row) {
    const cell = target.closest<HTMLTableCellElement>("th, td");
    return `items.${row.sectionRowIndex}.${COLUMNS[cell?.cellIndex ?? 0] ?? "rate"}`;
  }
  const party = target.closest(".party");
  if (party) {
    const role = party.previousElementSibling ? "to" : "from";
    return findValue(values, target, `${role}.`) ?? `${role}.name`;
  }
  if (target.closest(".payment")) return findValue(values, target, "payment.") ?? "payment.iban";
  if (target.closest(".brand h1")) return "invoiceNumber";
  if (target.closest(".brand")) return "from.name";
  if (target.closest(".notes")) return "notes";
  if (target.closest(".facts")) return findValue(values, target, "") ?? "dueDate";
  return isDiscount(values, target) ? "discount" : "taxRate";
}

/** Returns the path below `parent` with the longest value that the clicked text contains. */
function findValue(values: Values, target: Element, parent: string): string | undefined {
  const line = target.closest(".user, dd");
  const text = line?.querySelector("time")?.dateTime ?? line?.textContent ?? "";
  const paths = Object.keys(values).filter((path) => {
    const value = values[path]?.trim() ?? "";
    const isMember = path.startsWith(parent) && !path.slice(parent.length).includes(".");
    return isMember && value !== "" && text.includes(value);
  });
  return paths.toSorted((one, other) => getLength(values, other) - getLength(values, one))[0];
}

function getLength(values: Values, path: string): number {
  return values[path]?.length ?? 0;
}

/** Returns true for the second line of the sums when there is a discount. */
function isDiscount(values: Values, target: Element): boolean {
  const line = target.closest(".sums div > div, .sums dl > div");
  const isSecond = line?.previousElementSibling?.previousElementSibling === null;
  return isSecond && Number(values["discount"]) > 0;
}
