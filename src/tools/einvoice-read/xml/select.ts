import { getText, type XmlAttribute, type XmlElement, type XmlNode } from "./tree.ts";

/** A condition on an element, such as `cbc:ID=VAT`; the path may end in an attribute. */
interface Condition {
  path: Path;
  /** A text, or a path from the root element to one. Undefined: the path must lead somewhere. */
  value: string | Path | undefined;
  isNegated: boolean;
}

interface Step {
  name: string;
  conditions: readonly Condition[];
}

type Path = readonly Step[];

const parsed = new Map<string, readonly Path[]>();

/**
 * Returns the elements and attributes at a path below an element, in order of the alternatives. A
 * path has names with usual prefixes: `cac:Party/cbc:ID`, `@schemeID`, `.` for the element itself,
 * `a|b` for either. Conditions: `[x/y]`, `[!x]`, `[x=TEXT]`, `[x!=TEXT]` (also true without x); a
 * text that begins with a slash is a path from the root element to it.
 */
export function selectNodes(element: XmlElement, path: string): (XmlElement | XmlAttribute)[] {
  if (path === "") return [];
  return parsePath(path).flatMap((alternative) => follow([element], alternative));
}

function parsePath(path: string): readonly Path[] {
  let paths = parsed.get(path);
  if (paths === undefined) {
    paths = path.split(/\|(?![^[]*\])/).map(parseSteps);
    parsed.set(path, paths);
  }
  return paths;
}

function parseSteps(path: string): Path {
  return path.split(/\/(?![^[]*\])/).map((step) => {
    const [name = ""] = step.split("[");
    const brackets = [...step.matchAll(/\[([^\]]*)\]/g)].map(([, content = ""]) => content);
    return { name, conditions: brackets.map(parseCondition) };
  });
}

function parseCondition(content: string): Condition {
  const [, mark = "", path = "", operator, text] =
    /^(!?)([^!=]+)(?:(!?=)(.*))?$/.exec(content) ?? [];
  const value = text?.startsWith("/") ? parseSteps(text.slice(1)) : text;
  return { path: parseSteps(path), value, isNegated: mark === "!" || operator === "!=" };
}

function follow(elements: readonly XmlNode[], path: Path): (XmlElement | XmlAttribute)[] {
  let nodes = elements;
  for (const step of path) nodes = nodes.flatMap((node) => takeStep(node, step));
  return nodes as (XmlElement | XmlAttribute)[];
}

function takeStep(node: XmlNode, { name, conditions }: Step): XmlNode[] {
  if (node.kind !== "element") return [];
  return listNamed(node, name).filter((candidate) =>
    conditions.every((condition) => meets(candidate, condition)),
  );
}

function listNamed(element: XmlElement, name: string): XmlNode[] {
  if (name === ".") return [element];
  if (name.startsWith("@")) {
    return element.attributes.filter((attribute) => `@${attribute.name}` === name);
  }
  return element.children.filter((child) => child.kind === "element" && child.name === name);
}

function meets(node: XmlNode, { path, value, isNegated }: Condition): boolean {
  const reached = follow([node], path);
  if (value === undefined) return reached.length > 0 !== isNegated;
  const expected = typeof value === "string" ? value : readFromRoot(node, value);
  return reached.some((target) => normalize(getText(target)) === expected) !== isNegated;
}

function readFromRoot(node: XmlNode, path: Path): string | undefined {
  let root = node;
  while (root.parent !== undefined && root.parent.kind !== "root") root = root.parent;
  const [target] = follow([root], path);
  return target && getText(target).trim();
}

/** Writes the numbers of `xs:boolean` as words. */
function normalize(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "0") return "false";
  return trimmed === "1" ? "true" : trimmed;
}
