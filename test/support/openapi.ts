type Components = Record<string, Record<string, unknown>>;

/** Returns an OpenAPI document with the components in place of the references to them. */
export function inlineReferences(source: string): unknown {
  const document = JSON.parse(source) as { components: Components };
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== "object" || value === null) return value;
    const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(.+)$/.exec(getReference(value)) ?? [];
    if (kind !== "") return inline(document.components[kind]?.[name]);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inline(member)]));
  };
  return inline(document);
}

function getReference(value: object): string {
  return "$ref" in value ? String(value.$ref) : "";
}
