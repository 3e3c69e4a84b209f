import {
  type Kind,
  mapDocument,
  mapParts,
  type Node,
  type OpenApiParts,
  type Part,
  type Replace,
} from "./map-parts.ts";

/** Bytes from which a reference is shorter than a repeated part. */
const MIN_BYTES = 120;

/**
 * Returns the document with what several operations repeat (parameters of an inbox, responses to
 * GET and POST, rows of the same kind) as components.
 */
export function shareRepeats(document: object): object {
  const parts = document as OpenApiParts;
  const repeated = findRepeated(parts);
  const names = new Map<string, string>();
  const added: Partial<Record<Kind, Record<string, Node>>> = {};
  const share: Replace = (part) => {
    const key = formatKey(part);
    if (key === undefined || !repeated.has(key)) return mapParts(part, share);
    const { kind } = part;
    const group = (added[kind] ??= {});
    const taken = { ...parts.components[kind], ...group };
    const name = names.get(key) ?? chooseName(part, taken);
    if (!names.has(key)) {
      names.set(key, name);
      // Before the inner parts, so that none of them takes the name.
      group[name] = part.node;
      group[name] = mapParts(part, share);
    }
    return { $ref: `#/components/${kind}/${name}` };
  };
  const { components, ...shared } = mapDocument(parts, share);
  const merged = Object.entries(added).map(([kind, group]) => [
    kind,
    { ...components[kind], ...group },
  ]);
  return { ...shared, components: { ...components, ...(Object.fromEntries(merged) as Node) } };
}

/** Returns the keys of parts that the document has twice, without what is inside of those. */
function findRepeated(document: OpenApiParts): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const count: Replace = (part) => {
    const key = formatKey(part);
    if (key !== undefined && seen.has(key)) {
      repeated.add(key);
      return part.node;
    }
    if (key !== undefined) seen.add(key);
    return mapParts(part, count);
  };
  mapDocument(document, count);
  return repeated;
}

/** Returns a text that equal parts share; undefined for parts that are not worth a component. */
function formatKey({ kind, node }: Part): string | undefined {
  const text = JSON.stringify(node);
  return text.length < MIN_BYTES || node["$ref"] !== undefined ? undefined : `${kind} ${text}`;
}

function chooseName({ kind, owner, member }: Part, taken: Readonly<Record<string, Node>>): string {
  const isNamedAlone = kind === "parameters" || owner === "";
  const wish = [isNamedAlone ? "" : owner, member].filter(Boolean).join("-");
  let name = wish;
  for (let number = 2; taken[name] !== undefined; number++) name = `${wish}-${number}`;
  return name;
}
