/**
 * Takes files that are dropped beside the places for them, because the browser would leave the page to open them. Returns
 * a function that ends it.
 */
export function takeDroppedFiles(): () => void {
  addEventListener("dragover", allow);
  addEventListener("drop", take);
  return () => {
    removeEventListener("dragover", allow);
    removeEventListener("drop", take);
  };
}

function allow(event: DragEvent): void {
  // Text that is dragged into a field is left to the browser.
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
}

function take(event: DragEvent): void {
  const files = [...(event.dataTransfer?.files ?? [])];
  if (event.defaultPrevented || files.length === 0) return;
  event.preventDefault();
  void import("./choose-files.ts").then(({ chooseFiles }) => chooseFiles(files));
}
