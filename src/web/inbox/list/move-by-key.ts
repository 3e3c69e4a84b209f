/** Rows to move for each key: arrows, and j and k as in mail programs. */
const MOVES: Record<string, 1 | -1> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/**
 * Moves to the next or previous row and chooses it. The second request of a comparison is chosen by
 * Enter only.
 */
export function moveByKey(event: KeyboardEvent, { isChoosing }: { isChoosing: boolean }): void {
  const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : MOVES[event.key];
  const row = (event.target as Element).closest("li");
  if (move === undefined || !row) return;
  event.preventDefault();
  const link = focusRow(move === 1 ? row.nextElementSibling : row.previousElementSibling);
  if (!isChoosing) link?.click();
}

/** Focuses the row after the selected one, or before the last one. */
export function focusNextRow(): void {
  const row = document.querySelector(".request[aria-current]")?.closest("li");
  focusRow(row?.nextElementSibling ?? row?.previousElementSibling);
}

function focusRow(row: Element | null | undefined): HTMLElement | null | undefined {
  const link = row?.querySelector("a");
  link?.focus();
  return link;
}
