import type { FormModel } from "../../../form/form-model.ts";
import { removeWithUndo } from "../../../form/rows/remove-row.ts";
import { listRows, withRows } from "../../../form/values.ts";

/** An action on a row of a list. */
export interface RowAction {
  kind: "move" | "drag" | "duplicate" | "remove" | "focus";
  /** The row's index. */
  row: number;
  /** Of a move: rows down, or up where it is negative. */
  by?: number;
  /** Of a drag: the event that began it. */
  event?: PointerEvent;
}

/** The list that has the row. */
interface RowList {
  host: HTMLElement;
  /** The list's path in the form. */
  path: string;
  model: FormModel;
}

/**
 * Changes the rows of a list, keeps the focus in it, and announces the change to screen readers.
 */
export function runRowAction({ kind, row, by = 0, event }: RowAction, list: RowList): void {
  const { path, model } = list;
  if (kind === "drag") return event && drag(event, row, list);
  if (kind === "move") {
    if (move(list, row, row + by)) focus(list, row + by, ".handle");
    return;
  }
  if (kind === "duplicate") {
    const rows = listRows(model.values.value, path);
    const copied = rows.flatMap((item) => (item === row ? [item, item] : [item]));
    model.change(withRows(model.values.value, path, copied));
    announce(list, `Item ${row + 1} duplicated.`);
    focus(list, row + 1, "textarea, input");
    return;
  }
  if (kind === "remove") {
    const { restore } = removeWithUndo(model, { path, row });
    announce(list, `Item ${row + 1} removed.`, restore);
    focus(list, row, ".remove");
    return;
  }
  // Another field may have the focus by now, because this script is loaded with the first action.
  if (document.activeElement?.matches("body, .add")) focus(list, row, "textarea, input");
}

/** Moves a row. Returns false when there is no such place. */
function move(list: RowList, from: number, to: number): boolean {
  const { path, model } = list;
  const rows = listRows(model.values.value, path);
  if (to < 0 || to >= rows.length || to === from) return false;
  const [moved] = rows.splice(from, 1);
  rows.splice(to, 0, moved ?? from);
  model.change(withRows(model.values.value, path, rows));
  announce(list, `Item ${from + 1} is now item ${to + 1} of ${rows.length}.`);
  return true;
}

/**
 * Moves a row with the pointer: it changes places with each row whose middle the pointer passes.
 */
function drag(start: PointerEvent, row: number, list: RowList): void {
  if (start.button !== 0) return;
  let at = row;
  const items = () => [...list.host.querySelectorAll<HTMLElement>(".item")];
  const mark = (isMarked: boolean) => items()[at]?.classList.toggle("dragged", isMarked);
  const follow = ({ clientY, buttons }: PointerEvent) => {
    // Released before this script had loaded.
    if (buttons === 0) return stop();
    const middles = items().map((item) => {
      const { top, height } = item.getBoundingClientRect();
      return top + height / 2;
    });
    const above = middles.filter((middle, index) => index !== at && middle < clientY).length;
    mark(false);
    if (above !== at && move(list, at, above)) at = above;
    requestAnimationFrame(() => mark(true));
  };
  const stop = () => {
    removeEventListener("pointermove", follow);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
    requestAnimationFrame(() => {
      mark(false);
      focus(list, at, ".handle");
    });
  };
  mark(true);
  addEventListener("pointermove", follow);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
}

/**
 * Focuses a control of a row, or of the last one, after rendering. A list without rows has its own
 * button.
 */
function focus({ host }: RowList, row: number, selector: string): void {
  setTimeout(() => {
    const rows = host.querySelectorAll(".item");
    const item = rows[row] ?? rows[rows.length - 1];
    const control = (item ?? host).querySelector<HTMLElement>(item ? selector : ".add");
    control?.focus();
    if (control instanceof HTMLTextAreaElement) control.select();
  });
}

/** Announces a change to screen readers. One that can be undone is shown, with a button. */
function announce({ host }: RowList, sentence: string, undo?: () => void): void {
  const status = host.querySelector('[role="status"]');
  if (!status) return;
  status.textContent = sentence;
  if (!undo) return;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "link", textContent: "Undo" });
  button.addEventListener("click", () => {
    undo();
    status.textContent = `${sentence.replace(" removed.", "")} is back.`;
  });
  status.append(" ", button);
}
