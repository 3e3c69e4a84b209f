import { alignLists } from "./align-lists.ts";
import { compareJson } from "./compare-json.ts";
import {
  collapseEqual,
  type ComparedRequest,
  type ComparedRow,
  type ComparedSection,
  isDifference,
} from "./comparison.ts";
import { compareNamed, createRow } from "./rows.ts";

/** Maximum rows of a section, because a browser lays out many more too slowly. */
const MAX_ROWS = 1000;

/** Lines that are kept beside each difference of a text. */
const LINES_OF_CONTEXT = 3;

/** Compares two captured requests: method and path, parameters, headers and body. */
export function compareRequests(
  before: ComparedRequest,
  after: ComparedRequest,
): ComparedSection[] {
  const request = [
    createRow("Method", before.method, after.method),
    createRow("Path", before.path || "/", after.path || "/"),
  ];
  return [
    createSection("Request", { rows: request }),
    createSection("Query", compareQueries(before.query, after.query)),
    createSection("Headers", { rows: compareNamed(before.rawHeaders, after.rawHeaders) }),
    createSection("Body", compareBodies(before, after)),
  ].filter(({ rows, note }) => rows.length > 0 || note !== undefined);
}

/** The rows of a section and what they do not show. */
interface Comparison {
  rows: ComparedRow[];
  note?: string | undefined;
  context?: number;
}

function createSection(
  title: ComparedSection["title"],
  { rows, note, context = 0 }: Comparison,
): ComparedSection {
  const differences = rows.filter(isDifference).length;
  const section = { title, differences, context };
  if (rows.length <= MAX_ROWS) return { ...section, rows, ...(note !== undefined && { note }) };
  const collapsed = collapseEqual({ ...section, rows });
  const cut = collapsed.slice(0, MAX_ROWS);
  const missing = differences - cut.filter(isDifference).length;
  const more = missing > 0 ? `${formatCount(missing, "more difference")} not shown.` : undefined;
  const notes = [note, more].filter((text) => text !== undefined).join(" ");
  return { ...section, rows: cut, ...(notes !== "" && { note: notes }) };
}

function compareQueries(before: string, after: string): Comparison {
  const rows = compareNamed(parseParameters(before), parseParameters(after));
  if (before === after || rows.some(isDifference)) return { rows };
  // Another order or another escaping of the same parameters.
  return { rows: [...rows, createRow("As sent", before, after)] };
}

function parseParameters(text: string): [name: string, value: string][] {
  return [...new URLSearchParams(text)];
}

function compareBodies(before: ComparedRequest, after: ComparedRequest): Comparison {
  if (before.bodySize + after.bodySize === 0) return { rows: [] };
  if (before.bodySha256 === after.bodySha256)
    return { rows: [], note: `Same bytes (${formatCount(before.bodySize, "byte")}).` };
  if (!before.isText || !after.isText) return { rows: compareDigests(before, after) };
  const { rows, context, kind } = compareTexts(before, after);
  const excerpt = [before, after].some(({ isExcerpt }) => isExcerpt)
    ? "Only the beginning of a body is stored."
    : undefined;
  const isSameContent = !rows.some(isDifference);
  const sameContent = isSameContent ? `Same ${kind}, written with different bytes.` : undefined;
  const note = [excerpt, sameContent].filter((text) => text !== undefined).join(" ");
  return { rows, context, note: note === "" ? undefined : note };
}

/** Compares bytes that are not text. */
function compareDigests(before: ComparedRequest, after: ComparedRequest): ComparedRow[] {
  return [
    createRow("Bytes", String(before.bodySize), String(after.bodySize)),
    createRow("SHA-256", before.bodySha256, after.bodySha256),
  ];
}

/** Compares forms by fields, JSON by members, and other text by lines. */
function compareTexts(before: ComparedRequest, after: ComparedRequest) {
  if ([before, after].every(({ contentType }) => /^application\/x-www-form/i.test(contentType))) {
    const rows = compareNamed(parseParameters(before.body), parseParameters(after.body));
    return { kind: "fields", context: 0, rows };
  }
  const members = compareJson(before.body, after.body);
  if (members) return { kind: "members", context: 0, rows: members };
  return { kind: "lines", context: LINES_OF_CONTEXT, rows: compareLines(before.body, after.body) };
}

function compareLines(before: string, after: string): ComparedRow[] {
  const [first, second] = [before.split(/\r?\n/), after.split(/\r?\n/)];
  return alignLists(first, second, (a, b) => a === b).map(([from, to]) =>
    createRow(
      formatLines(from, to),
      from === undefined ? undefined : first[from],
      to === undefined ? undefined : second[to],
    ),
  );
}

/** Formats the numbers of lines: `4`, `4 → 6`. */
function formatLines(before: number | undefined, after: number | undefined): string {
  const numbers = [before, after].flatMap((index) => (index === undefined ? [] : index + 1));
  return [...new Set(numbers)].join(" → ");
}

function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
