import { deflateSync } from "node:zlib";
import type { PdfAttachment, DocumentFacts } from "../document.ts";
import type { PdfFile } from "./file.ts";
import { createSrgbProfile } from "./srgb-profile.ts";
import { formatDate, formatLiteral, formatName, formatReference, formatText } from "./syntax.ts";
import { formatXmpPacket } from "./xmp.ts";

/** Name of the program that created a document, in its metadata. */
const PRODUCER = "Sundry";

const profile = createSrgbProfile();
const compressedProfile = deflateSync(profile);

/** Writes the information dictionary and returns the number of its object. */
export function writeInfo(file: PdfFile, { title, author, subject, date }: DocumentFacts): number {
  const entries = [
    `/Title${formatText(title)}`,
    author ? `/Author${formatText(author)}` : "",
    subject ? `/Subject${formatText(subject)}` : "",
    `/Creator${formatText(PRODUCER)}/Producer${formatText(PRODUCER)}`,
    date === undefined ? "" : `/CreationDate${formatDate(date)}/ModDate${formatDate(date)}`,
  ];
  return file.add(`<<${entries.join("")}>>`);
}

/** Numbers of the objects that the catalog refers to. */
interface CatalogParts {
  pageTree: number;
  outline: number | undefined;
  structure: number;
}

/**
 * Writes the catalog with the metadata, color profile and attachments of PDF/A, and returns the
 * number of its object.
 */
export function writeCatalog(
  file: PdfFile,
  document: DocumentFacts,
  { pageTree, outline, structure }: CatalogParts,
): number {
  const { title, author, subject, language, date, mirrored, schemas = [] } = document;
  const facts = { title, author, subject, language, date, schemas };
  const packet = formatXmpPacket({ ...facts, creator: PRODUCER, producer: PRODUCER });
  // Leaves the packet uncompressed, so that programs without a PDF parser can read it.
  const metadata = file.addRawStream("/Type/Metadata/Subtype/XML", Buffer.from(packet));
  const icc = file.addRawStream(
    `/N 3/Length1 ${profile.length}/Filter/FlateDecode`,
    compressedProfile,
  );
  const intent = `/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/Info(sRGB IEC61966-2.1)/DestOutputProfile ${formatReference(icc)}>>]`;
  const attached = writeAttachments(file, document);
  const direction = mirrored ? "/Direction/R2L" : "";
  const scaling = document.printScaling ? `/PrintScaling/${document.printScaling}` : "";
  const outlines = outline === undefined ? "" : `/Outlines ${formatReference(outline)}`;
  return file.add(
    `<</Type/Catalog/Pages ${formatReference(pageTree)}/Lang${formatText(language)}/MarkInfo<</Marked true>>/StructTreeRoot ${formatReference(structure)}/Metadata ${formatReference(metadata)}/ViewerPreferences<</DisplayDocTitle true${direction}${scaling}>>${intent}${outlines}${attached}>>`,
  );
}

function writeAttachments(file: PdfFile, { attachments = [], date }: DocumentFacts): string {
  if (attachments.length === 0) return "";
  const written = attachments
    .map((attachment) => ({ name: attachment.name, id: writeAttachment(file, attachment, date) }))
    .sort((first, second) => (first.name < second.name ? -1 : 1));
  const names = written.map(({ name, id }) => `${formatText(name)}${formatReference(id)}`).join("");
  const ids = written.map(({ id }) => formatReference(id)).join(" ");
  return `/Names<</EmbeddedFiles<</Names[${names}]>>>>/AF[${ids}]`;
}

function writeAttachment(file: PdfFile, attachment: PdfAttachment, date?: string): number {
  const { name: fileName, data, mediaType, relationship, description = fileName } = attachment;
  const modified = date === undefined ? "" : `/ModDate${formatDate(date)}`;
  const params = `/Params<<${modified}/Size ${data.length}>>`;
  const stream = file.addStream(
    `/Type/EmbeddedFile/Subtype${formatName(mediaType)}${params}`,
    data,
  );
  const plain = formatLiteral(fileName.replaceAll(/[^\x20-\x7e]/g, "_"));
  return file.add(
    `<</Type/Filespec/F${plain}/UF${formatText(fileName)}/AFRelationship/${relationship}/Desc${formatText(description)}/EF<</F ${formatReference(stream)}/UF ${formatReference(stream)}>>>>`,
  );
}
