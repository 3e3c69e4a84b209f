/** The precision of an estimate. */
const STEP = 50;

/** Formats the length of a list of tools. */
export function formatTokens(count: number, tokens: number): string {
  if (count === 0) return "Choose at least one tool.";
  const rounded = (Math.round(tokens / STEP) * STEP).toLocaleString("en");
  return `${count} ${count === 1 ? "tool" : "tools"}, about ${rounded} tokens in the context.`;
}
