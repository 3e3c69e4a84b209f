/** Returns the entries between the commas of a text, without outer spaces and empty ones. */
export function splitList(text: string): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
