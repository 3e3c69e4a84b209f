import { formatContentDisposition, negotiate } from "../../lib/net/http-headers.ts";
import type { PdfWarning } from "../../pdf/document.ts";
import { defineTool } from "../define.ts";
import { makePdf } from "./make.ts";
import { PdfInput, PdfOutput } from "./schema.ts";

const PDF_TYPE = "application/pdf";
const JSON_TYPE = "application/json";
const TYPES = [PDF_TYPE, JSON_TYPE] as const;

export default defineTool({
  name: "pdf",
  title: "Markdown to PDF",
  page: "pdf",
  summary: "A well-set, accessible PDF from Markdown, with a table of contents, code and images.",
  group: "documents",
  keywords: ["document", "report", "print", "export", "PDF/A", "PDF/UA", "accessible", "convert"],
  path: "/api/v1/pdf",
  perMinute: 30,
  bodyLimitBytes: 8 * 2 ** 20,
  input: PdfInput,
  output: PdfOutput,
  example: {
    markdown: `# Release notes

Version 2.4 makes **imports** three times as fast and adds *dark mode*.

| Format | Before | Now |
| ------ | -----: | --: |
| CSV    |  4.1 s | 1.3 s |
| JSON   |  2.7 s | 0.9 s |

## Upgrading

1. Stop the service
2. Run the command below[^1]

\`\`\`sh
npx acme migrate --from 2.3
\`\`\`

- [x] Backups are taken first
- [ ] Old indexes are removed

[^1]: It can be interrupted and continues where it was.
`,
    author: "Acme",
    date: "2026-03-02",
  },
  media: TYPES,
  headers: {
    "X-PDF-Pages": "The number of pages.",
    "X-PDF-Warnings":
      "What could not be printed as written: `missing-glyph` for characters that no font has.",
  },
  warnings: {
    "missing-glyph": "Some characters are not in any font and are drawn as frames.",
  },
  resources: ["tasks", "highlighter"],
  run: makePdf,
  reply({ bytes, pages, title, warnings }, { format, accept }) {
    const type =
      format === "default" ? negotiate(accept, TYPES) : format === "json" ? JSON_TYPE : PDF_TYPE;
    const headers: Record<string, string> = {
      "X-PDF-Pages": String(pages),
      ...(warnings.length > 0 && { "X-PDF-Warnings": warnings.map(({ code }) => code).join(", ") }),
    };
    if (type === PDF_TYPE) {
      const name = [...title].slice(0, MAX_NAME_LENGTH).join("");
      const disposition = formatContentDisposition({ name, extension: "pdf" });
      headers["Content-Disposition"] = disposition;
      return { type, body: bytes, headers, isNegotiated: true };
    }
    const dataUrl = `data:application/pdf;base64,${Buffer.from(bytes).toString("base64")}`;
    const body = { pages, bytes: bytes.length, dataUrl, warnings: warnings.map(toSentence) };
    return { type, body, headers, isNegotiated: true };
  },
});

/** Maximum characters of the file's name, without its extension. */
const MAX_NAME_LENGTH = 60;

/** Maximum characters that a warning names. */
const MAX_NAMED = 20;

function toSentence({ code, characters }: PdfWarning): string {
  const named = characters.slice(0, MAX_NAMED).map((character) => {
    const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `U+${number}`;
  });
  const rest = characters.length - named.length;
  return `${code}: no font has ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
