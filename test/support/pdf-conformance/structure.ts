import { type Dictionary, type PdfObjects, getText, type Value, written } from "./objects.ts";

/** Children that these elements may have (ISO 32000-1, 14.8.4; ISO 14289-1, 7.2 to 7.5). */
const CHILDREN: Record<string, RegExp> = {
  Table: /^(TR|THead|TBody|TFoot|Caption)$/,
  THead: /^TR$/,
  TBody: /^TR$/,
  TFoot: /^TR$/,
  TR: /^(TH|TD)$/,
  L: /^(L|LI|Caption)$/,
  LI: /^(Lbl|LBody)$/,
  TOC: /^(TOC|TOCI|Caption)$/,
};

/** Parents that these elements must have. */
const PARENTS: Record<string, RegExp> = {
  TR: /^(Table|THead|TBody|TFoot)$/,
  TH: /^TR$/,
  TD: /^TR$/,
  THead: /^Table$/,
  TBody: /^Table$/,
  LI: /^L$/,
  LBody: /^LI$/,
  TOCI: /^TOC$/,
};

const STANDARD = new Set(
  "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Figure Formula Form".split(
    " ",
  ),
);

/** The parsed structure tree: its problems, and the elements of marked content and annotations. */
export interface StructureFacts {
  problems: string[];
  /** Maps `page mcid` to the element that contains it. */
  owners: Map<string, { element: string; tag: string }>;
  /** Maps an annotation to the element that contains it. */
  annotations: Map<string, { element: string; tag: string }>;
  tags: string[];
}

interface Visit {
  objects: PdfObjects;
  facts: StructureFacts;
  headings: number[];
  notes: Set<string>;
}

/** Walks the structure tree and checks its elements. */
export function checkStructure(objects: PdfObjects): StructureFacts {
  const facts: StructureFacts = {
    problems: [],
    owners: new Map(),
    annotations: new Map(),
    tags: [],
  };
  const root = objects.dictionary(objects.catalog["/StructTreeRoot"]);
  const visit: Visit = { objects, facts, headings: [], notes: new Set() };
  const top = objects.list(root["/K"]);
  if (top.length !== 1) facts.problems.push("the structure has not one root element");
  for (const kid of top)
    walk(written(kid), {
      parent: written(objects.catalog["/StructTreeRoot"]),
      parentTag: "",
      visit,
    });
  let before = 0;
  for (const level of visit.headings) {
    if (level > before + 1) facts.problems.push(`H${level} follows H${before}`);
    before = level;
  }
  return facts;
}

interface Place {
  parent: string;
  parentTag: string;
  visit: Visit;
}

function walk(reference: string, { parent, parentTag, visit }: Place): void {
  const { objects, facts } = visit;
  const element = objects.dictionary(reference);
  const tag = written(element["/S"]).slice(1);
  facts.tags.push(tag);
  const expect = (holds: boolean, problem: string) => {
    if (!holds) facts.problems.push(`${tag} ${reference}: ${problem}`);
  };
  expect(STANDARD.has(tag), "is not a standard type");
  expect(element["/P"] === parent, "names another parent");
  expect(PARENTS[tag]?.test(parentTag) ?? true, `is within ${parentTag}`);
  expect(CHILDREN[parentTag]?.test(tag) ?? true, `may not be within ${parentTag}`);
  if (/^H\d$/.test(tag)) visit.headings.push(Number(tag[1]));
  if (tag === "Figure") expect(getText(element["/Alt"]).trim() !== "", "has no alternate text");
  if (tag === "TH")
    expect(/Column|Row/.test(JSON.stringify(objects.resolve(element["/A"]))), "has no scope");
  if (tag === "Note") {
    const id = getText(element["/ID"]);
    expect(id !== "" && !visit.notes.has(id), "has no identifier of its own");
    visit.notes.add(id);
  }
  const kids = objects.list(element["/K"]);
  if (tag === "Table") checkRows(objects, reference, facts);
  if (tag === "Link") expect(kids.some(isAnnotation(objects)), "has no annotation");
  for (const kid of kids) place(kid, { element, reference, tag, visit });
}

function isAnnotation(objects: PdfObjects): (kid: Value) => boolean {
  return (kid) => objects.dictionary(kid)["/Type"] === "/OBJR";
}

interface Owner {
  element: Dictionary;
  reference: string;
  tag: string;
  visit: Visit;
}

function place(kid: Value, { element, reference, tag, visit }: Owner): void {
  const { objects, facts } = visit;
  const owner = { element: reference, tag };
  const own = (page: Value | undefined, mcid: Value | undefined) => {
    const key = `${written(page)} ${written(mcid)}`;
    if (facts.owners.has(key)) facts.problems.push(`marked content ${key} belongs to two elements`);
    facts.owners.set(key, owner);
  };
  if (typeof kid === "number") return own(element["/Pg"], kid);
  const found = objects.dictionary(kid);
  if (found["/Type"] === "/MCR") own(found["/Pg"], found["/MCID"]);
  else if (found["/Type"] === "/OBJR") facts.annotations.set(written(found["/Obj"]), owner);
  else walk(written(kid), { parent: reference, parentTag: tag, visit });
}

/** Checks that every row of a table has the same number of columns. */
function checkRows(objects: PdfObjects, table: string, facts: StructureFacts): void {
  const rows = objects.list(objects.dictionary(table)["/K"]).flatMap((kid) => {
    const found = objects.dictionary(kid);
    return found["/S"] === "/TR"
      ? [found]
      : objects.list(found["/K"]).map((row) => objects.dictionary(row));
  });
  const widths = rows.map((row) =>
    objects.list(row["/K"]).reduce<number>((sum, cell) => {
      const attributes = objects.dictionary(objects.dictionary(cell)["/A"]);
      return sum + Number(attributes["/ColSpan"] ?? 1);
    }, 0),
  );
  if (new Set(widths).size > 1)
    facts.problems.push(`Table ${table}: rows of ${widths.join(", ")} columns`);
}
