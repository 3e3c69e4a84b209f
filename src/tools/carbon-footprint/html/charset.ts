/** Number of bytes in which browsers search for a `<meta charset>`. */
const PRESCAN_BYTES = 1024;

/**
 * Decodes a body to text. The encoding is the first of these: its byte order mark, its
 * `Content-Type`, the declaration at the start of an HTML or CSS text. Default: UTF-8.
 */
export function decodeText(body: Uint8Array, contentType: string): string {
  const encoding = detectBom(body) ?? parseCharset(contentType) ?? findDeclaration(body) ?? "utf-8";
  return new TextDecoder(encoding).decode(body);
}

function detectBom([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined;
}

function parseCharset(text: string): string | undefined {
  const label = /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(text)?.[1];
  return label !== undefined && isKnownEncoding(label) ? label : undefined;
}

function findDeclaration(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.subarray(0, PRESCAN_BYTES)).toString("latin1");
  const meta = /<meta[^>]{0,200}charset\s*=[^>]{0,80}/i.exec(start)?.[0];
  const rule = /^@charset "[\w-]{1,40}"/.exec(start)?.[0].replace(/^@charset /, "charset=");
  const label = parseCharset(meta ?? rule ?? "");
  // A declaration that is readable as ASCII cannot be in UTF-16 (HTML, 13.2.3.2).
  return label?.toLowerCase().startsWith("utf-16") ? "utf-8" : label;
}

function isKnownEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== "";
  } catch {
    return false;
  }
}
