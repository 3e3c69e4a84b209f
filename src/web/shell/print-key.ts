/**
 * Calls a function in place of the browser's printing on Ctrl+P and ⌘P. Returns the function that
 * ends it.
 */
export function onPrintKey(print: () => void): () => void {
  const press = (event: KeyboardEvent) => {
    const isPrint = event.key === "p" && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isPrint || event.shiftKey) return;
    event.preventDefault();
    print();
  };
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}
