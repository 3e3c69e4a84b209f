import { describeMissingImages, parseMissingImages } from "../../domain/pdf/missing-images.ts";
import { formatContentDisposition, negotiate } from "../../lib/net/http-headers.ts";
import { defineTool } from "../define.ts";
import { makePdf } from "./make.ts";
import { checkLanguage, readAttachments, readImages } from "./markdown-request.ts";
import { PdfInput, PdfOutput } from "./schema.ts";
import { createWarningHeaders, formatWarning } from "./warnings.ts";

const PDF_TYPE = "application/pdf";
const JSON_TYPE = "application/json";
const TYPES = [PDF_TYPE, JSON_TYPE] as const;

export default defineTool({
  name: "pdf",
  title: "Markdown to PDF",
  kit: "pdf",
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
  },
  briefExample: { markdown: "# Notes\n\nDone." },
  media: TYPES,
  headers: {
    "X-PDF-Pages": "The number of pages.",
    "X-PDF-Warnings":
      "What could not be printed as written: `missing-glyph` for characters that no font has, `missing-image` for images that the request does not have.",
    "X-PDF-Missing-Images": "The names of up to five missing images, percent-encoded.",
  },
  warnings: {
    "missing-glyph": "Some characters are not in any font and are drawn as frames.",
    "missing-image": (header) =>
      describeMissingImages(parseMissingImages(header("X-PDF-Missing-Images"))),
  },
  resources: ["tasks", "highlighter"],
  rules: [
    { members: ["images"], check: (input) => void readImages(input) },
    { members: ["attachments"], check: (input) => void readAttachments(input) },
    { members: ["language"], check: checkLanguage },
  ],
  run: makePdf,
  reply({ bytes, pages, title, warnings }, { format, accept }) {
    const type =
      format === "default" ? negotiate(accept, TYPES) : format === "json" ? JSON_TYPE : PDF_TYPE;
    const headers: Record<string, string> = {
      "X-PDF-Pages": String(pages),
      ...createWarningHeaders(warnings),
    };
    if (type === PDF_TYPE) {
      const name = [...title].slice(0, MAX_NAME_LENGTH).join("");
      const disposition = formatContentDisposition({ name, extension: "pdf" });
      headers["Content-Disposition"] = disposition;
      return { type, body: bytes, headers, isNegotiated: true };
    }
    const dataUrl = `data:application/pdf;base64,${Buffer.from(bytes).toString("base64")}`;
    const body = { pages, bytes: bytes.length, dataUrl, warnings: warnings.map(formatWarning) };
    return { type, body, headers, isNegotiated: true };
  },
});

/** Maximum characters of the file's name, without its extension. */
const MAX_NAME_LENGTH = 60;
