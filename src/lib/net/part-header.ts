import { decodeUri } from "../text/uri-text.ts";

/** The header of a part of a multipart body. */
export interface PartHeader {
  name: string;
  /** Null for a plain field. */
  filename: string | null;
  /** Null when the part declares none. */
  contentType: string | null;
}

const CR_LF = "\r\n";

/** Parses the lines of a part's header (RFC 7578). */
export function parsePartHeader(text: string): PartHeader {
  const find = (name: string) =>
    text
      .split(CR_LF)
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const disposition = find("content-disposition") ?? "";
  return {
    name: readParameter(disposition, "name") ?? "",
    filename: readParameter(disposition, "filename") ?? readExtended(disposition),
    contentType: find("content-type") ?? null,
  };
}

/**
 * Returns a parameter of a header value with the escapes of browsers (`%22`) and of older clients
 * (`\"`) undone.
 */
function readParameter(header: string, name: string): string | null {
  const pattern = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:\\\\"|[^"])*)"|([^\\s;"]+))`, "i");
  const [, quoted, plain] = pattern.exec(header) ?? [];
  if (quoted === undefined) return plain ?? null;
  return quoted
    .replaceAll('\\"', '"')
    .replaceAll("%22", '"')
    .replaceAll(/%0d/gi, "\r")
    .replaceAll(/%0a/gi, "\n");
}

/** Returns `filename*`, which RFC 7578 does not allow and some clients send. */
function readExtended(header: string): string | null {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^\s;]+)/i.exec(header) ?? [];
  return encoded === undefined ? null : decodeUri(encoded);
}
