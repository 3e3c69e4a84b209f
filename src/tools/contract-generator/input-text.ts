/**
 * Collapses runs of spaces, because a long run could push words to the start of a line on screen.
 */
export function collapseSpaces(line: string): string {
  return line.trim().replace(/\s{2,}/g, " ");
}

/** Strips bullets from the lines of a text, because the agreement prints its own. */
export function parseDeliverables(deliverables: string | string[] | undefined): string[] {
  if (deliverables === undefined) return [];
  if (typeof deliverables !== "string") return deliverables.map(collapseSpaces);
  const entries = deliverables.split("\n").map((entry) => entry.trim().replace(/^[-*•]\s+/, ""));
  return entries.filter((entry) => entry !== "");
}
