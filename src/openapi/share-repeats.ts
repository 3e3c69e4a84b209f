import {
  type Kind,
  mapDocument,
  mapParts,
  type Node,
  type OpenApiParts,
  type Part,
  type Replace,
} from "./map-parts.ts";

/** Bytes of a reference with its share of the component's name. */
const REFERENCE_BYTES = 60;

/** Parts that are the same but for their descriptions. */
interface Repeat {
  /** Without the description. */
  bytes: number;
  count: number;
  descriptions: Set<unknown>;
  /** The name of the component; empty until it is created. */
  name: string;
}

/**
 * Returns the document with what several operations repeat (parameters of an inbox, responses to
 * GET and POST, rows of the same kind) as components. Descriptions that differ stay beside the
 * references.
 */
export function shareRepeats(document: object): object {
  const parts = document as OpenApiParts;
  const repeats = findRepeats(parts);
  const added: Partial<Record<Kind, Record<string, Node>>> = {};
  const share: Replace = (part) => {
    const { kind, node } = part;
    const repeat = repeats.get(node);
    if (!repeat || !isWorthSharing(repeat)) return mapParts(part, share);
    const isAlike = hasOneDescription(repeat);
    if (repeat.name === "") {
      const group = (added[kind] ??= {});
      repeat.name = chooseName(part, { ...parts.components[kind], ...group });
      // Before the inner parts, so that none of them takes the name.
      group[repeat.name] = node;
      // A response needs a description.
      const shared = isAlike || kind === "responses" ? node : omitDescription(node);
      group[repeat.name] = mapParts({ ...part, node: shared }, share);
    }
    const reference = { $ref: `#/components/${kind}/${repeat.name}` };
    const { description } = node;
    return isAlike || description === undefined ? reference : { ...reference, description };
  };
  const { components, ...shared } = mapDocument(parts, share);
  const merged = Object.entries(added).map(([kind, group]) => [
    kind,
    { ...components[kind], ...group },
  ]);
  return { ...shared, components: { ...components, ...(Object.fromEntries(merged) as Node) } };
}

/** Finds the parts that the document has twice, without what is inside of the second. */
function findRepeats(document: OpenApiParts): ReadonlyMap<Node, Repeat> {
  const byText = new Map<string, Repeat>();
  const byNode = new Map<Node, Repeat>();
  const count: Replace = (part) => {
    const { kind, node } = part;
    if (node["$ref"] !== undefined) return node;
    const text = `${kind} ${JSON.stringify(omitDescription(node))}`;
    const repeat = byText.get(text) ?? createRepeat(text.length);
    byText.set(text, repeat);
    byNode.set(node, repeat);
    repeat.count += 1;
    repeat.descriptions.add(node["description"]);
    return repeat.count > 1 ? node : mapParts(part, count);
  };
  mapDocument(document, count);
  return byNode;
}

function createRepeat(bytes: number): Repeat {
  return { bytes, count: 0, descriptions: new Set(), name: "" };
}

function omitDescription(node: Node): Node {
  const { description, ...members } = node;
  return description === undefined ? node : members;
}

function hasOneDescription({ descriptions }: Repeat): boolean {
  return descriptions.size === 1;
}

/** Returns true if the component and all references to it are shorter than the parts. */
function isWorthSharing(repeat: Repeat): boolean {
  const { bytes, count, descriptions } = repeat;
  const [description] = descriptions;
  const shared = bytes + (hasOneDescription(repeat) ? String(description).length : 0);
  return (count - 1) * shared > count * REFERENCE_BYTES;
}

function chooseName({ kind, owner, member }: Part, taken: Readonly<Record<string, Node>>): string {
  const isNamedAlone = kind === "parameters" || owner === "";
  const wish = [isNamedAlone ? "" : owner, member].filter(Boolean).join("-");
  let name = wish;
  for (let number = 2; taken[name] !== undefined; number++) name = `${wish}-${number}`;
  return name;
}
