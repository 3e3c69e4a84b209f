/**
 * Returns a JSON text as other serializers write it, each with a phrase that completes "The
 * signature matches …". Empty for text that is not JSON or is nested too deeply.
 */
export function reserializeJson(text: string): [text: string, change: string][] {
  if (!/^\s*[[{]/.test(text)) return [];
  try {
    const value: unknown = JSON.parse(text);
    const sorted = sortKeys(value);
    return [
      [JSON.stringify(value), "the body as compact JSON"],
      [JSON.stringify(value, null, 2), "the body as JSON indented by 2 spaces"],
      [stringifySpaced(value), "the body as JSON with a space after each comma and colon"],
      [
        JSON.stringify(value).replaceAll("/", "\\/"),
        "the body as compact JSON with escaped slashes",
      ],
      [JSON.stringify(sorted), "the body as compact JSON with sorted keys"],
    ];
  } catch {
    return [];
  }
}

/** Writes JSON as Python does. */
function stringifySpaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stringifySpaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${stringifySpaced(member)}`,
  );
  return `{${members.join(", ")}}`;
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sortKeys(member)]));
}
