/** Rounds to what an estimate is worth. */
const STEP = 50;

/** Returns how long a list is, in words. */
export function formatTokens(count: number, tokens: number): string {
  if (count === 0) return "Choose at least one tool.";
  const about = (Math.round(tokens / STEP) * STEP).toLocaleString("en");
  return `${count} ${count === 1 ? "tool" : "tools"}, about ${about} tokens in the context.`;
}
