import { ValidationError } from "../../../lib/errors.ts";

/**
 * Decoders by the declared name in lower case. Latin-1 is not windows-1252 here, as it is in
 * browsers.
 */
const DECODERS: Readonly<Record<string, (bytes: Buffer) => string>> = {
  "utf-8": decodeUtf8,
  "us-ascii": decodeUtf8,
  "iso-8859-1": (bytes) => bytes.toString("latin1"),
  "iso-8859-15": decodeBy("iso-8859-15"),
  "windows-1252": decodeWindows1252,
};

/** Characters of the bytes 0x80 to 0x9F. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";

const NAMES = "UTF-8, UTF-16, US-ASCII, ISO-8859-1, ISO-8859-15 or windows-1252";

/**
 * Decodes XML by its byte order mark or its declaration. Throws ValidationError for another or
 * wrong encoding.
 */
export function decodeXml(bytes: Buffer): string {
  const start = bytes.toString("latin1", 0, 3);
  if (start.startsWith("\xFF\xFE")) return decodeBy("utf-16le")(bytes);
  if (start.startsWith("\xFE\xFF")) return decodeBy("utf-16be")(bytes);
  if (start === "\xEF\xBB\xBF") return decodeUtf8(bytes.subarray(3));
  const head = bytes.toString("latin1", 0, 200);
  const [, declared = "utf-8"] =
    /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(head) ?? [];
  const decode = DECODERS[declared.toLowerCase()];
  if (decode === undefined) {
    throw ValidationError.at(["file"], `has an unknown encoding; it must be ${NAMES}`);
  }
  return decode(bytes);
}

function decodeUtf8(bytes: Buffer): string {
  return decodeBy("utf-8")(bytes);
}

/** Without TextDecoder, which in Node 20 takes windows-1252 for Latin-1. */
function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString("latin1")
    .replaceAll(/[\u0080-\u009F]/g, (char) => WINDOWS_1252.charAt(char.charCodeAt(0) - 0x80));
}

function decodeBy(label: string): (bytes: Buffer) => string {
  return (bytes) => {
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw ValidationError.at(["file"], `is not well-formed XML: its bytes are not ${label}`);
    }
  };
}
