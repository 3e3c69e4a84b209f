import type { DocsEntry } from "./docs-index.ts";
import { type Guide, type GuideSection, listGuides, splitSections } from "../../domain/guides.ts";
import { listOperations, type Member, type Operation } from "./operations.ts";
import { START_SECTIONS, STATUSES } from "./start-sections.ts";

/** Maximum characters of a field's description that the index keeps. */
const MAX_SUMMARY = 70;

/**
 * Lists what can be found in the docs: guides and their sections, settings, operations, fields and
 * errors.
 */
export function listDocsEntries(files: Readonly<Record<string, string>>, document: object) {
  const operations = listOperations(document);
  return [
    ...listGuides(files).flatMap((guide) => listGuideEntries(guide, files[guide.name] ?? "")),
    ...START_SECTIONS.map(({ id, title, keywords }) =>
      createEntry({
        group: "Docs",
        title,
        path: `/docs#${id}`,
        summary: "Getting started",
        keywords,
      }),
    ),
    ...STATUSES.map(([status, meaning]) =>
      createEntry({
        group: "Errors",
        title: status,
        path: "/docs#errors",
        summary: meaning,
        keywords: "error http status",
      }),
    ),
    createEntry({
      group: "Docs",
      title: "API reference",
      path: "/docs/reference",
      summary: "Every operation with its fields and samples.",
      keywords: "openapi rest http endpoints",
    }),
    ...listUnique(operations.map(toOperationEntry)),
    ...listUnique(operations.flatMap(listFieldEntries)),
  ];
}

/** Completes an entry. */
function createEntry(
  entry: Pick<DocsEntry, "group" | "title" | "path"> & Partial<DocsEntry>,
): DocsEntry {
  return { summary: "", keywords: "", text: "", ...entry };
}

function listGuideEntries(guide: Guide, markdown: string): DocsEntry[] {
  const { name, title, summary, keywords = "" } = guide;
  const path = name === "start" ? "/docs" : `/docs/${name}`;
  const [top, ...sections] = splitSections(markdown).filter(({ title: heading }) => heading);
  return [
    createEntry({
      group: "Docs",
      title,
      path,
      summary,
      keywords: `${name} ${keywords}`,
      text: top?.text ?? "",
    }),
    ...sections.flatMap((section) => listSectionEntries(guide, section)),
  ];
}

/** A row of a table whose first cell is an environment variable, and its last the meaning. */
const SETTING = /^\| `([A-Z][A-Z\d_]+)`.*\| *(.+?) *\|$/gm;

/** Programs of the guide to languages, which have the same words in every language. */
const PROGRAM = /^```(?:js|python|go|php|csharp|ruby)\n[^]*?^```/gm;

function listSectionEntries({ name, title }: Guide, { id, title: heading, text }: GuideSection) {
  const path = `/docs/${name}#${id}`;
  const settings = name === "configuration" ? [...text.matchAll(SETTING)] : [];
  return [
    createEntry({
      group: "Docs",
      title: heading,
      path,
      summary: title,
      text: settings.length > 0 ? "" : text.replaceAll(PROGRAM, ""),
    }),
    ...settings.map(([, variable = "", meaning = ""]) =>
      createEntry({
        group: "Settings",
        title: variable,
        path,
        summary: meaning.replaceAll("`", ""),
        keywords: "setting environment variable",
      }),
    ),
  ];
}

function toOperationEntry({ id, page, method, path, summary, description }: Operation): DocsEntry {
  return createEntry({
    group: "Reference",
    title: summary,
    path: `/docs/reference/${page}#${id}`,
    summary: `${method} ${path}`,
    keywords: "api",
    text: description,
  });
}

function listFieldEntries({ id, page, request, summary }: Operation): DocsEntry[] {
  const list = (members: readonly Member[], prefix: string): DocsEntry[] =>
    members.flatMap(({ name, type, description, members: inner }) => {
      const title = prefix + name;
      const text = description.replaceAll("`", "");
      const entry = createEntry({
        group: "Fields",
        title,
        path: `/docs/reference/${page}#${id}:${title}`,
        summary: text.length > MAX_SUMMARY ? `${text.slice(0, MAX_SUMMARY)}…` : text,
        keywords: summary,
        text: `${text} ${type}`,
      });
      return [entry, ...list(inner, `${title}.`)];
    });
  return list(request, "");
}

/** Leaves out what another operation of the same page repeats, such as a query's fields. */
function listUnique(entries: readonly DocsEntry[]): DocsEntry[] {
  const unique = new Map<string, DocsEntry>();
  for (const entry of entries) {
    const key = `${entry.path.replace(/#.*/, "")} ${entry.title.replace("?", "")}`;
    if (!unique.has(key)) unique.set(key, entry);
  }
  return [...unique.values()];
}
