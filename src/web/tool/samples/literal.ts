/** How a language writes JSON values. */
interface Syntax {
  /** Spaces of a level. */
  indent: number;
  /** Beginning and end of an object and of a list; `\n` is followed by the value's indent. */
  object: readonly [string, string];
  list: readonly [string, string];
  /** An object without members, where it differs. */
  emptyObject?: string;
  /** Words for true, false and null. */
  constants: readonly [string, string, string];
  formatText(text: string): string;
  /** Formats a member's name with what separates it from its value. */
  formatName(name: string): string;
}

/** Writes a JSON value as a literal, with a line for each member. `indent` is that of its line. */
export function formatLiteral(value: unknown, syntax: Syntax, indent = ""): string {
  const [yes, no, nothing] = syntax.constants;
  if (typeof value === "string") return syntax.formatText(value);
  if (typeof value === "boolean") return value ? yes : no;
  if (typeof value !== "object") return JSON.stringify(value) ?? nothing;
  if (value === null) return nothing;
  const deeper = indent + " ".repeat(syntax.indent);
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((entry) => formatLiteral(entry, syntax, deeper))
    : Object.entries(value).map(
        ([name, member]) => syntax.formatName(name) + formatLiteral(member, syntax, deeper),
      );
  const [open, close] = isList ? syntax.list : syntax.object;
  if (entries.length === 0) {
    return (!isList && syntax.emptyObject) || open.replace(/\s+/, " ") + close;
  }
  const begin = open.replaceAll("\n", `\n${indent}`);
  return `${begin}\n${deeper}${entries.join(`,\n${deeper}`)},\n${indent}${close}`;
}
