import { Type } from "typebox";
import {
  calendarDate,
  enumOf,
  multiLine,
  optionalWithDefault,
  recordOf,
  singleLine,
  describeForClients,
} from "../../lib/schema.ts";

const NO_CONTROLS = { "x-forbid": "controls" } as const;

/** A Markdown text and the layout of its pages. */
export const PdfInput = Type.Object({
  markdown: multiLine(1, 200_000, {
    pattern: "\\S",
    "x-message": "must not be blank",
    ...NO_CONTROLS,
    "x-file": { accept: ".md,.markdown,.txt,text/markdown,text/plain", as: "text" },
    description:
      "CommonMark with tables, task lists, strikethrough and footnotes. HTML is shown as text.",
  }),
  title: Type.Optional(
    singleLine(0, 200, {
      ...NO_CONTROLS,
      description: "Shown in the window's title and on the cover. Defaults to the first heading.",
    }),
  ),
  author: Type.Optional(
    singleLine(0, 200, {
      ...NO_CONTROLS,
      "x-party": "sender",
      ...describeForClients("Author in the document properties."),
    }),
  ),
  language: optionalWithDefault(
    singleLine(2, 35, {
      pattern: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$",
      "x-message": "must be a language tag such as en or pt-BR",
      description: "The text's language as a BCP 47 tag, so that screen readers pronounce it.",
    }),
    "en",
  ),
  pageSize: optionalWithDefault(
    enumOf(["A4", "Letter", "A5"], describeForClients("Size of the pages.")),
    "A4",
  ),
  margin: optionalWithDefault(
    Type.Number({
      minimum: 10,
      maximum: 50,
      "x-unit": "mm",
      description: "On all four sides, in millimeters.",
    }),
    22,
  ),
  fontSize: optionalWithDefault(
    Type.Number({
      minimum: 8,
      maximum: 14,
      "x-unit": "pt",
      description: "Size of the text, in points.",
    }),
    10,
  ),
  header: optionalWithDefault(
    singleLine(0, 200, {
      ...NO_CONTROLS,
      "x-party": "sender",
      description: "Printed on every page; {page}, {pages}, {title} and {date} are filled in.",
    }),
    "",
  ),
  footer: optionalWithDefault(
    singleLine(0, 200, {
      ...NO_CONTROLS,
      description: "Like the header, at the foot of every page. Empty for none.",
    }),
    "{page} / {pages}",
  ),
  date: Type.Optional(
    calendarDate({
      description: "Defaults to today (UTC). With a date, the same request returns the same bytes.",
    }),
  ),
  tableOfContents: optionalWithDefault(
    Type.Boolean({ description: "Lists the headings with their pages." }),
    false,
  ),
  coverPage: optionalWithDefault(
    Type.Boolean({ description: "Adds a first page with title, author and date." }),
    false,
  ),
  highlight: optionalWithDefault(
    Type.Boolean({ description: "Colors code blocks whose language is given." }),
    true,
  ),
  images: Type.Optional(
    recordOf(Type.String({ "x-file": { as: "data-url" } }), {
      maxProperties: 20,
      // Keeps images out of links and of the browser's storage, because both are too small for
      // megabytes.
      "x-sensitive": true,
      description:
        "PNG or JPEG images by the name under which the text shows them, as data URLs; 4 MiB together. Network addresses are never fetched.",
    }),
  ),
  attachments: Type.Optional(
    Type.Array(
      Type.Object({
        name: singleLine(1, 200, {
          ...describeForClients("File name."),
          pattern: "\\S",
          "x-message": "must not be blank",
          ...NO_CONTROLS,
        }),
        data: Type.String({
          contentEncoding: "base64",
          description: "The file's bytes in base64.",
        }),
        mediaType: singleLine(3, 100, {
          ...describeForClients("Media type, such as text/csv."),
          pattern: "^[\\w.+-]+/[\\w.+-]+$",
          "x-message": "must be a media type such as text/csv",
        }),
      }),
      { maxItems: 5, description: "Files to embed, 1 MiB together." },
    ),
  ),
});

/**
 * Moves every member but the text under "More options" of the form, because most requests need no
 * other.
 */
for (const [name, schema] of Object.entries(PdfInput.properties)) {
  if (name !== "markdown") Object.assign(schema, { "x-advanced": true });
}

/** The document and its number of pages and warnings. */
export const PdfOutput = Type.Object({
  pages: Type.Integer(),
  bytes: Type.Integer({ description: "The file's size." }),
  dataUrl: Type.String({ "x-file": { as: "data-url" }, description: "The PDF file." }),
  warnings: Type.Array(Type.String(), {
    description:
      "What could not be printed as written, such as characters that no font has and images that are missing.",
  }),
});
