/** The media type of content whose type is unknown. */
export const UNKNOWN_TYPE = "application/octet-stream";

/** Media types by the bytes that files of them begin with, as Latin-1. */
const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n/, "image/png"],
  [/^\xff\xd8\xff/, "image/jpeg"],
  [/^GIF8[79]a/, "image/gif"],
  [/^RIFF.{4}WEBP/s, "image/webp"],
  [/^BM.{4}\0\0\0\0/s, "image/bmp"],
  [/^%PDF-/, "application/pdf"],
  [
    /^(\xef\xbb\xbf)?\s*(<\?xml[^>]*>\s*)?(<!--[^>]*-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/,
    "image/svg+xml",
  ],
  [/^(\xef\xbb\xbf)?\s*<\?xml\s/, "application/xml"],
];

const EXTENSIONS: Readonly<Record<string, string>> = {
  csv: "text/csv",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  html: "text/html",
  json: "application/json",
  md: "text/markdown",
  svg: "image/svg+xml",
  txt: "text/plain",
  xml: "application/xml",
};

/** Bytes in which signatures are looked for. */
const HEAD_BYTES = 512;

/** Returns the media type of a file by its first bytes, else by the extension of its name. */
export function detectMediaType(bytes: Uint8Array, name: string): string {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  const [, type] = SIGNATURES.find(([signature]) => signature.test(head)) ?? [];
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const named = Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
  return type ?? named ?? UNKNOWN_TYPE;
}

/** Returns the extension of a media type's files, without a dot. */
export function getExtension(mediaType: string): string {
  const [extension] = Object.entries(EXTENSIONS).find(([, type]) => type === mediaType) ?? [];
  const [, subtype = "bin"] = /\/([a-z0-9]{2,5})$/.exec(mediaType) ?? [];
  return extension ?? (subtype === "jpeg" ? "jpg" : subtype === "plain" ? "txt" : subtype);
}
