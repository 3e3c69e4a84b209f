/** A replacement of a part of a text, and the selection after it. */
interface Edit {
  from: number;
  to: number;
  text: string;
  selectionStart: number;
  selectionEnd: number;
}

/** Returns the edit for Tab: the unit at the cursor, or before each selected line. */
export function indent(text: string, start: number, end: number): Edit {
  const unit = detectUnit(text);
  if (start === end) {
    const cursor = start + unit.length;
    return { from: start, to: end, text: unit, selectionStart: cursor, selectionEnd: cursor };
  }
  return editLines(text, { start, end }, (line) => (line === "" ? line : unit + line));
}

/**
 * Returns the edit for Shift+Tab: one unit less before each selected line; undefined when no line
 * is indented.
 */
export function outdent(text: string, start: number, end: number): Edit | undefined {
  const unit = detectUnit(text);
  const less = new RegExp(`^(?:\\t| {1,${unit === "\t" ? 4 : unit.length}})`);
  const edit = editLines(text, { start, end }, (line) => line.replace(less, ""));
  return edit.text === text.slice(edit.from, edit.to) ? undefined : edit;
}

/** Returns what the text is indented by: tabs, four spaces, or else two. */
function detectUnit(text: string): string {
  if (/^\t/m.test(text)) return "\t";
  const widths = [...text.matchAll(/^( +)\S/gm)].map(([, space = ""]) => space.length);
  const min = Math.min(...widths);
  return widths.length > 0 && min % 4 === 0 ? "    " : "  ";
}

function editLines(
  text: string,
  { start, end }: { start: number; end: number },
  change: (line: string) => string,
): Edit {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  // A selection that ends at the beginning of a line does not include that line.
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const next = text.indexOf("\n", last);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const changed = lines.map(change);
  const replaced = changed.join("\n");
  const firstShift = (changed[0] ?? "").length - (lines[0] ?? "").length;
  return {
    from,
    to,
    text: replaced,
    selectionStart: Math.max(from, start + firstShift),
    selectionEnd: Math.max(from, end + replaced.length - (to - from)),
  };
}

/**
 * Indents or outdents the selected lines, as typed, so that the browser's own undo brings them
 * back.
 */
export function replaceLines(area: HTMLTextAreaElement, isOut: boolean): void {
  const { value, selectionStart, selectionEnd } = area;
  const edit = (isOut ? outdent : indent)(value, selectionStart, selectionEnd);
  if (!edit) return;
  area.setSelectionRange(edit.from, edit.to);
  // The only way that keeps the history of undo; deprecated, but without a successor.
  if (!document.execCommand("insertText", false, edit.text)) {
    area.setRangeText(edit.text);
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  area.setSelectionRange(edit.selectionStart, edit.selectionEnd);
}
