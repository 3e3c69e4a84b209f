type Components = Record<string, Record<string, unknown>>;

/** Returns an OpenAPI document with the components in place of the references to them. */
export function inlineReferences(source: string): unknown {
  const document = JSON.parse(source) as { components: Components };
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== "object" || value === null) return value;
    const { $ref = "", ...members } = value as { $ref?: string };
    const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(.+)$/.exec($ref) ?? [];
    const component = kind === "" ? {} : (inline(document.components[kind]?.[name]) as object);
    const entries = Object.entries(members).map(([key, member]) => [key, inline(member)]);
    // A description beside a reference replaces that of the component.
    return { ...component, ...(Object.fromEntries(entries) as object) };
  };
  return inline(document);
}
