/** Returns Markdown without the padding that the formatter gives the cells of tables. */
export function unpadTables(text: string): string {
  return text.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---");
}
