/**
 * An operator of a content stream with its operands: numbers, names, strings in hexadecimal, or raw
 * text.
 */
export interface Operation {
  operator: string;
  operands: string[];
}

/** Operands of every kind, and operators. */
const TOKEN =
  /<<(?:[^<>]|<(?!<)[^<>]*>|<<(?:[^<>]|<[^<>]*>)*>>)*>>|\[[^\]]*\]|<[\da-f]*>|\((?:\\.|[^\\)])*\)|\/[^\s/[\]<>()]+|-?\d*\.?\d+(?=[\s[\]<>/]|$)|[A-Za-z'"*]+[01*]?/g;

/** Reads a content stream as this engine writes it. */
export function readOperations(content: string): Operation[] {
  const found: Operation[] = [];
  let operands: string[] = [];
  for (const [token] of content.matchAll(TOKEN)) {
    if (/^[A-Za-z'"]/.test(token)) {
      found.push({ operator: token, operands });
      operands = [];
    } else operands.push(token);
  }
  return found;
}

/** Operators that draw on the page. */
const PAINTING = new Set(["f", "f*", "F", "S", "s", "B", "B*", "b", "b*", "Tj", "TJ", "Do", "sh"]);

/** The parsed content of a page. */
export interface ContentFacts {
  /** Marked-content identifiers in order, each with its tag. */
  marked: { tag: string; mcid: number }[];
  /** Codes by font resource. */
  codes: Map<string, Set<number>>;
  resources: Set<string>;
  problems: string[];
}

/**
 * Checks a page's content: everything is tagged or an artifact, and every operator that opens
 * something is closed.
 */
export function checkContent(content: string): ContentFacts {
  const facts: ContentFacts = { marked: [], codes: new Map(), resources: new Set(), problems: [] };
  const marks: { kind: "tagged" | "artifact" | "span"; inText: boolean }[] = [];
  let [depth, font, inText] = [0, "", false];
  const report = (problem: string) => facts.problems.push(problem);
  for (const { operator, operands } of readOperations(content)) {
    if (operator === "q" && ++depth > 28) report("graphics states are nested deeper than 28");
    if (operator === "Q" && --depth < 0) report("Q without q");
    if (operator === "BT" || operator === "ET") {
      if (inText === (operator === "BT")) report(`${operator} in the wrong place`);
      inText = operator === "BT";
    }
    if (operator === "BDC" || operator === "BMC") {
      const kind = markKind(operands, facts);
      const outer = marks.at(-1);
      if (kind === "artifact" && marks.length > 0) report("an artifact is within marked content");
      if (kind === "tagged" && outer) report("tagged content is within marked content");
      marks.push({ kind, inText });
    }
    if (operator === "EMC" && marks.pop()?.inText !== inText) report("EMC without its BDC");
    if (PAINTING.has(operator) && marks.length === 0)
      report(`${operator} is neither tagged nor an artifact`);
    if (operator === "Tf") font = operands[0] ?? "";
    if (["Tf", "Do", "gs"].includes(operator)) facts.resources.add(operands[0] ?? "");
    if (operator === "TJ" || operator === "Tj") addCodes(facts, font, operands.join(""));
  }
  if (marks.length > 0 || depth !== 0 || inText) report("something is left open");
  return facts;
}

function markKind(
  [tag = "", properties = ""]: string[],
  facts: ContentFacts,
): "tagged" | "artifact" | "span" {
  if (tag === "/Artifact") return "artifact";
  const mcid = /\/MCID (\d+)/.exec(properties)?.[1];
  if (mcid === undefined) {
    if (!properties.includes("/ActualText")) facts.problems.push(`${tag} has no MCID`);
    return "span";
  }
  facts.marked.push({ tag, mcid: Number(mcid) });
  return "tagged";
}

function addCodes({ codes, problems }: ContentFacts, font: string, operand: string): void {
  const ofFont = codes.get(font) ?? new Set<number>();
  codes.set(font, ofFont);
  for (const [, hex = ""] of operand.matchAll(/<([\da-f]*)>/g)) {
    if (hex.length % 4 !== 0) problems.push("a code has not two bytes");
    for (const [code] of hex.matchAll(/.{4}/g)) ofFont.add(Number.parseInt(code, 16));
  }
}
