import { getText, type XmlAttribute, type XmlElement, type XmlNode } from "./tree.ts";

/** A condition on an element, such as `cbc:ID=VAT`; the path may end in an attribute. */
interface Condition {
  path: Path;
  /** Undefined: the path must lead somewhere. */
  value: string | undefined;
  isNegated: boolean;
}

interface Step {
  name: string;
  conditions: readonly Condition[];
  /** Place among the siblings that match, from 1. */
  position: number | undefined;
}

type Path = readonly Step[];

const parsed = new Map<string, readonly Path[]>();

/**
 * Returns the elements and attributes at a path below an element, in order of the alternatives. A
 * path has names with usual prefixes: `cac:Party/cbc:ID`, `@schemeID`, `.` for the element itself,
 * `a|b` for either. Conditions: `[x/y]`, `[!x]`, `[x=TEXT]`, `[x!=TEXT]` (also true without x),
 * `[2]` for the second.
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
    const position = brackets.find((content) => /^\d+$/.test(content));
    return {
      name,
      conditions: brackets.filter((content) => content !== position).map(parseCondition),
      position: position === undefined ? undefined : Number(position),
    };
  });
}

function parseCondition(content: string): Condition {
  const [, mark = "", path = "", operator, value] =
    /^(!?)([^!=]+)(?:(!?=)(.*))?$/.exec(content) ?? [];
  return { path: parseSteps(path), value, isNegated: mark === "!" || operator === "!=" };
}

function follow(elements: readonly XmlNode[], path: Path): (XmlElement | XmlAttribute)[] {
  let nodes = elements;
  for (const step of path) nodes = nodes.flatMap((node) => takeStep(node, step));
  return nodes as (XmlElement | XmlAttribute)[];
}

function takeStep(node: XmlNode, { name, conditions, position }: Step): XmlNode[] {
  if (node.kind !== "element") return [];
  const reached = listNamed(node, name).filter((candidate) =>
    conditions.every((condition) => meets(candidate, condition)),
  );
  return position === undefined ? reached : reached.slice(position - 1, position);
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
  const isMet =
    value === undefined
      ? reached.length > 0
      : reached.some((target) => normalize(getText(target)) === value);
  return isMet !== isNegated;
}

/** Writes the numbers of `xs:boolean` as words. */
function normalize(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "0") return "false";
  return trimmed === "1" ? "true" : trimmed;
}
