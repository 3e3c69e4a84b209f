import type { PdfAttachment } from "../../pdf/document.ts";
import { formatUtcDay } from "../../lib/dates/date.ts";
import { type Issue, ValidationError } from "../../lib/errors.ts";
import type { Input } from "../../lib/schema.ts";
import type { PdfInput } from "./schema.ts";
import type { MarkdownRequest } from "./task.ts";

type PdfRequest = Input<typeof PdfInput>;

const MIB = 2 ** 20;
const MAX_IMAGE_BYTES = 4 * MIB;
const MAX_ATTACHMENT_BYTES = MIB;

const DATA_URL = /^data:image\/(?:png|jpe?g);base64,/i;
/**
 * Matches base64. Spaces match in one place only, because two would make a long run of them take
 * quadratic time.
 */
const BASE64 = /^[A-Za-z0-9+/\s]*(?:={1,2}\s*)?$/;

/** Converts a request to the input of `MAKE_TASK`. Throws ValidationError for a broken rule. */
export function toRequest(input: PdfRequest, nowMs: number): MarkdownRequest {
  const images = readImages(input);
  const attachments = readAttachments(input);
  checkLanguage(input);
  return {
    markdown: input.markdown,
    title: input.title?.trim() || undefined,
    author: input.author?.trim() || undefined,
    language: input.language,
    pageSize: input.pageSize,
    margin: input.margin,
    fontSize: input.fontSize,
    header: input.header,
    footer: input.footer,
    date: input.date ?? formatUtcDay(nowMs),
    tableOfContents: input.tableOfContents,
    coverPage: input.coverPage,
    images,
    attachments,
  };
}

/** Decodes the images. Throws ValidationError with every broken rule. */
export function readImages({
  images: urls = {},
}: Pick<PdfRequest, "images">): Record<string, Uint8Array> {
  const issues: Issue[] = [];
  const images: [string, Uint8Array][] = [];
  let total = 0;
  for (const [name, url] of Object.entries(urls)) {
    const data = url.replace(DATA_URL, "");
    if (data === url || !BASE64.test(data)) {
      issues.push({
        path: ["images", name],
        message: "must be a PNG or JPEG image as a base64 data URL",
      });
      continue;
    }
    const bytes = decodeBase64(data);
    total += bytes.length;
    images.push([name, bytes]);
  }
  if (total > MAX_IMAGE_BYTES)
    issues.push({ path: ["images"], message: "must have at most 4 MiB together" });
  if (issues.length > 0) throw new ValidationError(issues);
  return Object.fromEntries(images);
}

/** Decodes the attachments. Throws ValidationError with every broken rule. */
export function readAttachments({
  attachments: files = [],
}: Pick<PdfRequest, "attachments">): PdfAttachment[] {
  const issues: Issue[] = [];
  let total = 0;
  const names = new Set<string>();
  const attachments = files.map(({ name: path, data, mediaType }, index): PdfAttachment => {
    const report = (member: string, message: string) =>
      issues.push({ path: ["attachments", index, member], message });
    const name = getFileName(path);
    if (/^\.{0,2}$/.test(name)) report("name", "must be a file name");
    if (!BASE64.test(data)) report("data", "must be base64");
    if (names.has(name)) report("name", "must not be that of another attachment");
    names.add(name);
    const bytes = decodeBase64(data);
    total += bytes.length;
    return { name, data: bytes, mediaType, relationship: "Supplement" };
  });
  if (total > MAX_ATTACHMENT_BYTES) {
    issues.push({ path: ["attachments"], message: "must have at most 1 MiB together" });
  }
  if (issues.length > 0) throw new ValidationError(issues);
  return attachments;
}

/**
 * Returns the name without folders, because some programs extract an attachment to the path that it
 * names.
 */
function getFileName(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? "").trim();
}

/**
 * Decodes into separate memory, because a worker would receive a copy of all memory that Node
 * shares between small buffers.
 */
function decodeBase64(data: string): Uint8Array {
  return Uint8Array.from(Buffer.from(data, "base64"));
}

/** Throws ValidationError for a language that is not a BCP 47 tag. */
export function checkLanguage({ language }: Pick<PdfRequest, "language">): void {
  if (isLanguageTag(language)) return;
  throw ValidationError.at(["language"], "must be a language tag such as en or pt-BR");
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
