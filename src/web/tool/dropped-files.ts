/** Takes all files that are dropped, because the browser would leave the page to open them. */
export function takeDroppedFiles(): void {
  addEventListener("dragover", allow);
  addEventListener("drop", take);
}

function allow(event: DragEvent): void {
  // Text that is dragged into a field is left to the browser.
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
}

function take(event: DragEvent): void {
  const files = [...(event.dataTransfer?.files ?? [])];
  if (files.length === 0) return;
  event.preventDefault();
  // Read now, because the list is empty after the event.
  const entries = [...(event.dataTransfer?.items ?? [])].flatMap(
    (item) => item.webkitGetAsEntry() ?? [],
  );
  const target = event.target as Element;
  const hasFolder = entries.some(({ isDirectory }) => isDirectory);
  void import("./choose-files.ts").then(({ chooseFiles, chooseFolders }) =>
    hasFolder ? chooseFolders(entries, target) : chooseFiles(files, target),
  );
}
