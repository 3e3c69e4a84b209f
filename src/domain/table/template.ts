import { type Path, ValidationError } from "../../lib/errors.ts";

/** Texts and names in turn, in the order of the template. */
export type TemplatePart = string | { name: string };

/**
 * Parses a text with names in braces; `{{` and `}}` are braces. Throws a ValidationError at `path`
 * for a lone brace and an empty `{}`.
 */
export function parseTemplate(template: string, path: Path): TemplatePart[] {
  return Array.from(
    template.matchAll(/\{\{|\}\}|\{([^{}]+)\}|[^{}]+|[{}]/g),
    ([part, name]): TemplatePart => {
      if (part === "{" || part === "}")
        throw ValidationError.at(path, "must have braces around a name; write {{ for a brace");
      if (name !== undefined) return { name };
      return part === "{{" || part === "}}" ? part.charAt(0) : part;
    },
  );
}

/** Returns the text of a template; `lookup` returns that of a name. */
export function formatTemplate(
  parts: readonly TemplatePart[],
  lookup: (name: string) => string,
): string {
  return parts.map((part) => (typeof part === "string" ? part : lookup(part.name))).join("");
}
