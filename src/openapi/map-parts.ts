/** The kinds of parts that components can contain. */
export type Kind = "parameters" | "requestBodies" | "responses" | "schemas";

export type Node = Readonly<Record<string, unknown>>;

/** An object of an OpenAPI document that a reference can replace. */
export interface Part {
  kind: Kind;
  node: Node;
  /** The operation or component that it belongs to. */
  owner: string;
  /** The member that it describes; empty for the owner itself. */
  member: string;
}

export type Replace = (part: Part) => Node;

export interface OpenApiParts extends Node {
  paths: Record<string, Node>;
  components: Record<string, Record<string, Node>>;
}

/** Returns a document whose outermost parts are replaced. */
export function mapDocument(document: OpenApiParts, replace: Replace): OpenApiParts {
  const { paths, components } = document;
  const schemas = mapValues(components["schemas"] ?? {}, (node, owner) =>
    mapParts({ kind: "schemas", node: node as Node, owner, member: "" }, replace),
  );
  return {
    ...document,
    paths: mapValues(paths, (item) => mapPathItem(item as Node, replace)) as OpenApiParts["paths"],
    components: { ...components, schemas: schemas as Record<string, Node> },
  };
}

function mapPathItem(item: Node, replace: Replace): Node {
  return mapValues(item, (value, key) =>
    key === "parameters"
      ? mapParameters(value as Node[], "", replace)
      : mapOperation(value as Node, replace),
  );
}

function mapOperation(operation: Node, replace: Replace): Node {
  const owner = String(operation["operationId"]);
  return mapValues(operation, (value, key) => {
    if (key === "parameters") return mapParameters(value as Node[], owner, replace);
    if (key === "requestBody")
      return replace({ kind: "requestBodies", node: value as Node, owner, member: "" });
    if (key !== "responses") return value;
    return mapValues(value as Node, (node, status) =>
      replace({ kind: "responses", node: node as Node, owner, member: status }),
    );
  });
}

function mapParameters(parameters: readonly Node[], owner: string, replace: Replace): Node[] {
  return parameters.map((node) =>
    replace({ kind: "parameters", node, owner, member: String(node["name"]) }),
  );
}

/** Returns a body or a response whose schemas are replaced. */
function mapContent(node: Node, owner: string, replace: Replace): Node {
  return mapValues(node, (value, key) =>
    key === "content"
      ? mapValues(value as Node, (media) =>
          mapValues(media as Node, (schema, name) =>
            name === "schema"
              ? replace({ kind: "schemas", node: schema as Node, owner, member: "" })
              : schema,
          ),
        )
      : value,
  );
}

/** Returns the node of a part whose inner parts are replaced. */
export function mapParts({ kind, node, owner, member }: Part, replace: Replace): Node {
  if (kind === "responses" || kind === "requestBodies") return mapContent(node, owner, replace);
  const toSchema = (value: unknown, name = member) =>
    replace({ kind: "schemas", node: value as Node, owner, member: name });
  return mapValues(node, (value, key) => {
    if (kind === "parameters") return key === "schema" ? toSchema(value) : value;
    if (key === "items") return toSchema(value, `${member}-item`);
    if (key === "anyOf") return (value as Node[]).map((alternative) => toSchema(alternative));
    return key === "properties" ? mapValues(value as Node, toSchema) : value;
  });
}

function mapValues(node: Node, map: (value: unknown, key: string) => unknown): Node {
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, map(value, key)]));
}
