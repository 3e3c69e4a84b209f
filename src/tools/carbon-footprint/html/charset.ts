/** How far a browser looks for a `<meta charset>`, in bytes. */
const PRESCAN_BYTES = 1024;

/** A body as text: by byte order mark, then by `Content-Type`, then by what the start of an HTML or CSS text declares. */
export function decodeText(body: Uint8Array, contentType: string): string {
  return new TextDecoder(markOf(body) ?? named(contentType) ?? declared(body) ?? "utf-8").decode(
    body,
  );
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined;
}

function named(text: string): string | undefined {
  const label = /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(text)?.[1];
  return label !== undefined && isKnown(label) ? label : undefined;
}

function declared(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.subarray(0, PRESCAN_BYTES)).toString("latin1");
  const meta = /<meta[^>]{0,200}charset\s*=[^>]{0,80}/i.exec(start)?.[0];
  const rule = /^@charset "[\w-]{1,40}"/.exec(start)?.[0].replace(/^@charset /, "charset=");
  const label = named(meta ?? rule ?? "");
  // What could be read as far as here is no UTF-16, whatever it says (HTML, 13.2.3.2).
  return label?.toLowerCase().startsWith("utf-16") ? "utf-8" : label;
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== "";
  } catch {
    return false;
  }
}
