import type { XmlElement, XmlNode, XmlRoot } from "../xml/tree.ts";
import { getRoot } from "./axes.ts";
import * as axes from "./axes.ts";
import { checks } from "./checks.ts";
import * as conversions from "./conversions.ts";
import * as sequenceFunctions from "./sequence-functions.ts";
import * as textFunctions from "./text-functions.ts";
import { XPathError } from "./values.ts";
import * as values from "./values.ts";

/** The severity of a broken rule, from its set. */
export type Severity = "fatal" | "warning" | "information";

/** An assertion: its id and severity, and its text, which may quote the document. */
type Assertion = readonly [id: string, severity: Severity, text: string | (() => string)];

/** A rule: the nodes that it is about, by name, and its assertions for one of them. */
interface Rule {
  /** `*` matches elements of any name, `@name` attributes. */
  matchers: readonly (readonly [name: string, matches: (node: XmlNode) => boolean])[];
  check: (node: XmlNode) => readonly (readonly [Assertion, test: () => boolean])[];
}

/** Rules of which only the first that matches a node is applied to it. */
type Pattern = readonly Rule[];

/** The functions that compiled sets use. */
export const runtime = {
  ...axes,
  ...conversions,
  ...sequenceFunctions,
  ...textFunctions,
  ...values,
  checks,
  memoize: <T>(compute: (node: XmlNode) => T) => {
    const results = new WeakMap<XmlRoot, { value: T }>();
    return (node: XmlNode): T => {
      const root = getRoot(node);
      const result = results.get(root) ?? { value: compute(root) };
      results.set(root, result);
      return result.value;
    };
  },
  once: <T>(compute: () => T) => {
    let result: { value: T } | undefined;
    return (): T => (result ??= { value: compute() }).value;
  },
};

/** A module in `rules/`: one set of rules for one syntax, compiled by `npm run rules`. */
export type CompiledSet = (xpath: typeof runtime) => readonly Pattern[];

/** A rule that a document breaks. */
export interface BrokenRule {
  rule: string;
  severity: Severity;
  text: string;
  node: XmlNode;
}

/** Candidates of each pattern for nodes of one name, in the order of the rules. */
type Candidates = readonly (readonly [rule: Rule, matches: (node: XmlNode) => boolean])[];

/** A set of rules that is ready to run. */
export class RuleRunner {
  readonly #patterns: readonly Pattern[];
  readonly #byName = new Map<string, readonly Candidates[]>();

  constructor(compiled: CompiledSet) {
    this.#patterns = compiled(runtime);
  }

  /**
   * Returns the broken rules in document order. A dynamic error of an assertion counts as broken.
   */
  run(root: XmlRoot): BrokenRule[] {
    const broken: BrokenRule[] = [];
    for (const element of root.children) this.#visit(element, broken);
    return broken;
  }

  #visit(element: XmlElement, broken: BrokenRule[]): void {
    this.#apply(element, element.name, broken);
    for (const attribute of element.attributes) {
      this.#apply(attribute, `@${attribute.name}`, broken);
    }
    for (const child of element.children) {
      if (child.kind === "element") this.#visit(child, broken);
    }
  }

  #apply(node: XmlNode, name: string, broken: BrokenRule[]): void {
    for (const candidates of this.#find(name)) {
      const match = candidates.find(([, matches]) => isTrue(() => matches(node)));
      if (match === undefined) continue;
      for (const [[rule, severity, text], test] of match[0].check(node)) {
        if (isTrue(test)) continue;
        broken.push({ rule, severity, text: typeof text === "string" ? text : text(), node });
      }
    }
  }

  #find(name: string): readonly Candidates[] {
    let candidates = this.#byName.get(name);
    if (candidates === undefined) {
      candidates = this.#patterns
        .map((pattern) => listCandidates(pattern, name))
        .filter(({ length }) => length > 0);
      this.#byName.set(name, candidates);
    }
    return candidates;
  }
}

function listCandidates(pattern: Pattern, name: string): Candidates {
  const isAttribute = name.startsWith("@");
  const prefix = name.slice(0, name.indexOf(":") + 1);
  const names = isAttribute ? [name, "@*"] : [name, "*", `${prefix}*`];
  return pattern.flatMap((rule) =>
    rule.matchers
      .filter(([matcher]) => names.includes(matcher))
      .map(([, matches]) => [rule, matches] as const),
  );
}

/** Evaluates a condition; a dynamic error makes it false. */
function isTrue(test: () => boolean): boolean {
  try {
    return test();
  } catch (error) {
    if (error instanceof XPathError) return false;
    throw error;
  }
}
