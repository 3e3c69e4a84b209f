import { createHash } from "node:crypto";
import { checkContent, type ContentFacts } from "./content.ts";
import { checkFont } from "./fonts.ts";
import {
  type Dictionary,
  type PdfObjects,
  readObjects,
  getText,
  type Value,
  written,
} from "./objects.ts";
import { checkStructure, type StructureFacts } from "./structure.ts";

/**
 * Returns the faults of a file as PDF/A-3a (ISO 19005-3) and PDF/UA-1 (ISO 14289-1), by the clauses
 * that a machine can check and this engine could break. Not a validator of other programs' files.
 * Needs qpdf.
 */
export function checkConformance(pdf: Uint8Array): string[] {
  const objects = readObjects(pdf);
  const structure = checkStructure(objects);
  return [
    ...checkFile(Buffer.from(pdf)),
    ...checkCatalog(objects),
    ...checkMetadata(objects),
    ...checkObjects(objects),
    ...structure.problems,
    ...checkPages(objects, structure),
    ...checkAttachments(objects),
  ];
}

/**
 * Returns a hash of all objects with decompressed streams, which does not depend on the version of
 * zlib.
 */
export function hashContent(pdf: Uint8Array): string {
  const objects = readObjects(pdf);
  const hash = createHash("sha256");
  for (const { reference, dictionary } of objects.all()) {
    const { "/Length": _, "/Type": type, ...rest } = dictionary;
    if (type === "/XRef" || type === "/ObjStm") continue;
    hash.update(reference).update(JSON.stringify(rest)).update(objects.bytes(reference));
  }
  return hash.digest("hex");
}

function checkFile(pdf: Buffer): string[] {
  const problems: string[] = [];
  if (!/^%PDF-1\.7\n%[\x80-\xff]{4}/.test(pdf.toString("latin1", 0, 20)))
    problems.push("the header has no binary comment");
  if (!/startxref\n\d+\n%%EOF\n$/.test(pdf.toString("latin1", pdf.length - 40)))
    problems.push("the file has no end");
  return problems;
}

function checkCatalog(objects: PdfObjects): string[] {
  const { catalog, trailer } = objects;
  const intent = objects.dictionary(objects.list(catalog["/OutputIntents"])[0]);
  const profile = objects.bytes(intent["/DestOutputProfile"]);
  const checks: [string, boolean][] = [
    ["no language", getText(catalog["/Lang"]) !== ""],
    ["not marked", objects.dictionary(catalog["/MarkInfo"])["/Marked"] === true],
    [
      "title not displayed",
      objects.dictionary(catalog["/ViewerPreferences"])["/DisplayDocTitle"] === true,
    ],
    ["no output intent", intent["/S"] === "/GTS_PDFA1"],
    [
      "no RGB profile",
      profile.toString("latin1", 12, 20) === "mntrRGB " &&
        profile.toString("latin1", 36, 40) === "acsp",
    ],
    [
      "profile of the wrong length",
      profile.length > 0 && profile.readUInt32BE(0) === profile.length,
    ],
    ["no identifier", objects.list(trailer["/ID"]).length === 2],
    ["encrypted", trailer["/Encrypt"] === undefined],
  ];
  return checks.filter(([, holds]) => !holds).map(([problem]) => `catalog: ${problem}`);
}

const KNOWN_PREFIXES = new Set([
  "rdf",
  "x",
  "dc",
  "xmp",
  "pdf",
  "pdfaid",
  "pdfaExtension",
  "pdfaSchema",
  "pdfaProperty",
]);

function checkMetadata(objects: PdfObjects): string[] {
  const dictionary = objects.dictionary(objects.catalog["/Metadata"]);
  const packet = objects.bytes(objects.catalog["/Metadata"]).toString("utf8");
  const problems: string[] = [];
  const expect = (holds: boolean, problem: string) => {
    if (!holds) problems.push(`metadata: ${problem}`);
  };
  expect(dictionary["/Filter"] === undefined, "compressed");
  expect(
    packet.includes("<pdfaid:part>3<") && packet.includes("<pdfaid:conformance>A<"),
    "not PDF/A-3a",
  );
  expect(packet.includes("<pdfuaid:part>1<"), "not PDF/UA-1");
  expect(/<dc:title>.*<rdf:li xml:lang="x-default">[^<]+</s.test(packet), "no title");
  for (const [, prefix = "", property = ""] of packet.matchAll(/<(\w+):(\w+)[ >]/g)) {
    if (KNOWN_PREFIXES.has(prefix)) continue;
    expect(packet.includes(`<pdfaSchema:prefix>${prefix}<`), `${prefix} has no extension schema`);
    expect(
      packet.includes(`<pdfaProperty:name>${property}<`),
      `${prefix}:${property} is not described`,
    );
  }
  const info = objects.dictionary(objects.trailer["/Info"]);
  const [, date] = /<xmp:CreateDate>([^<]+)</.exec(packet) ?? [];
  const expected = date === undefined ? "" : `D:${date.replaceAll(/[-:T]/g, "")}`;
  expect(getText(info["/CreationDate"]) === expected, "another creation date than Info");
  const title = /x-default">([^<]*)</.exec(packet)?.[1] ?? "";
  const plain = title
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
  expect(getText(info["/Title"]) === plain, "another title than Info");
  return problems;
}

/** Checks the rules of PDF/A for any object (ISO 19005-3, 6.1.13, 6.5 and 6.6). */
function checkObjects(objects: PdfObjects): string[] {
  const problems: string[] = [];
  const look = (value: Value, reference: string) => {
    if (typeof value === "string" && Buffer.byteLength(value) > 65_600)
      problems.push(`${reference}: string too long`);
    if (typeof value === "string" && value.startsWith("/") && Buffer.byteLength(value) > 128)
      problems.push(`${reference}: name too long`);
    if (
      typeof value === "string" &&
      /^\/(LZWDecode|JavaScript|Launch|Sound|Movie|ResetForm|ImportData|Crypt)$/.test(value)
    )
      problems.push(`${reference}: ${value} is forbidden`);
    if (Array.isArray(value)) for (const one of value) look(one, reference);
    else if (typeof value === "object" && value !== null)
      for (const one of Object.values(value)) look(one, reference);
  };
  for (const { reference, dictionary } of objects.all()) look(dictionary, reference);
  return problems;
}

function checkPages(objects: PdfObjects, structure: StructureFacts): string[] {
  const problems: string[] = [];
  const parents = readParentTree(objects);
  const used = new Map<string, { font: Dictionary; codes: Set<number> }>();
  const seen = new Set<string>();
  for (const page of objects.pages()) {
    const dictionary = objects.dictionary(page);
    const facts = checkContent(objects.bytes(dictionary["/Contents"]).toString("latin1"));
    problems.push(...facts.problems.map((problem) => `page ${page}: ${problem}`));
    problems.push(
      ...checkOwners({ page, facts, structure, parents, key: dictionary["/StructParents"] }),
    );
    for (const { mcid } of facts.marked) seen.add(`${page} ${mcid}`);
    problems.push(...checkResources(objects, { page, facts, used }));
    problems.push(...checkAnnotations(objects, { page, structure, parents }));
  }
  for (const key of structure.owners.keys()) {
    if (!seen.has(key))
      problems.push(`the structure names marked content ${key}, which no page has`);
  }
  for (const { font, codes } of used.values()) problems.push(...checkFont(objects, font, codes));
  return problems;
}

/** Returns the parent tree by key: elements by marked-content identifier, or one element. */
function readParentTree(objects: PdfObjects): Map<number, Value> {
  const root = objects.dictionary(objects.catalog["/StructTreeRoot"]);
  const numbers = objects.list(objects.dictionary(root["/ParentTree"])["/Nums"]);
  const entries = new Map<number, Value>();
  for (let at = 0; at + 1 < numbers.length; at += 2)
    entries.set(Number(numbers[at]), numbers[at + 1] ?? null);
  return entries;
}

interface PageCheck {
  page: string;
  facts: ContentFacts;
  structure: StructureFacts;
  parents: Map<number, Value>;
  key: Value | undefined;
}

/** Checks that every marked content belongs to the element that both trees name. */
function checkOwners({ page, facts, structure, parents, key }: PageCheck): string[] {
  const byMcid = parents.get(Number(key));
  return facts.marked.flatMap(({ tag, mcid }) => {
    const owner = structure.owners.get(`${page} ${mcid}`);
    if (!owner) return [`page ${page}: content ${mcid} belongs to no element`];
    const named = Array.isArray(byMcid) ? byMcid[mcid] : undefined;
    if (named !== owner.element)
      return [`page ${page}: the parent tree names another element for ${mcid}`];
    return tag === `/${owner.tag}` ? [] : [`page ${page}: ${tag} belongs to ${owner.tag}`];
  });
}

interface ResourceCheck {
  page: string;
  facts: ContentFacts;
  used: Map<string, { font: Dictionary; codes: Set<number> }>;
}

function checkResources(objects: PdfObjects, { page, facts, used }: ResourceCheck): string[] {
  const dictionary = objects.dictionary(page);
  const resources = objects.dictionary(dictionary["/Resources"]);
  const problems: string[] = [];
  for (const name of facts.resources) {
    const found = ["/Font", "/XObject", "/ExtGState"].some(
      (kind) => name in objects.dictionary(resources[kind]),
    );
    if (!found) problems.push(`page ${page}: ${name} is no resource`);
    const state = objects.dictionary(objects.dictionary(resources["/ExtGState"])[name]);
    const image = objects.dictionary(objects.dictionary(resources["/XObject"])[name]);
    const isTransparent = "/ca" in state || "/SMask" in image;
    if (isTransparent && !("/Group" in dictionary))
      problems.push(`page ${page}: transparency without a group`);
  }
  for (const [name, codes] of facts.codes) {
    const reference = written(objects.dictionary(resources["/Font"])[name]);
    const entry = used.get(reference) ?? { font: objects.dictionary(reference), codes: new Set() };
    for (const code of codes) entry.codes.add(code);
    used.set(reference, entry);
  }
  return problems;
}

interface AnnotationCheck {
  page: string;
  structure: StructureFacts;
  parents: Map<number, Value>;
}

function checkAnnotations(
  objects: PdfObjects,
  { page, structure, parents }: AnnotationCheck,
): string[] {
  const dictionary = objects.dictionary(page);
  const annotations = objects.list(dictionary["/Annots"]).map(written);
  const problems: string[] = [];
  if (annotations.length > 0 && dictionary["/Tabs"] !== "/S")
    problems.push(`page ${page}: no tab order`);
  for (const reference of annotations) {
    const annotation = objects.dictionary(reference);
    const owner = structure.annotations.get(reference);
    if (annotation["/F"] !== 4) problems.push(`annotation ${reference} is not printed`);
    if (getText(annotation["/Contents"]) === "")
      problems.push(`annotation ${reference} has no description`);
    if (owner?.tag !== "Link") problems.push(`annotation ${reference} belongs to no link`);
    if (parents.get(Number(annotation["/StructParent"])) !== owner?.element)
      problems.push(`annotation ${reference}: another parent`);
    if (!("/A" in annotation) && !("/Dest" in annotation))
      problems.push(`annotation ${reference} goes nowhere`);
  }
  return problems;
}

/** Checks that embedded files are associated files of the document (ISO 19005-3, 6.8). */
function checkAttachments(objects: PdfObjects): string[] {
  const names = objects.dictionary(objects.dictionary(objects.catalog["/Names"])["/EmbeddedFiles"])[
    "/Names"
  ];
  const associated = new Set(objects.list(objects.catalog["/AF"]));
  const problems: string[] = [];
  const list = objects.list(names);
  for (let at = 0; at + 1 < list.length; at += 2) {
    const file = objects.dictionary(list[at + 1]);
    const stream = objects.dictionary(objects.dictionary(file["/EF"])["/F"]);
    const checks: [string, boolean][] = [
      ["is not associated", associated.has(list[at + 1] ?? null)],
      [
        "has no relationship",
        /^\/(Source|Data|Alternative|Supplement|Unspecified)$/.test(
          written(file["/AFRelationship"]),
        ),
      ],
      ["has no name", getText(file["/F"]) !== "" && getText(file["/UF"]) === getText(list[at])],
      ["has no media type", /^\/\w+\/\w+/.test(written(stream["/Subtype"]))],
      [
        "has no date",
        /^D:\d{14}Z$/.test(getText(objects.dictionary(stream["/Params"])["/ModDate"])),
      ],
    ];
    problems.push(
      ...checks
        .filter(([, holds]) => !holds)
        .map(([problem]) => `attachment ${getText(list[at])} ${problem}`),
    );
  }
  return problems;
}
