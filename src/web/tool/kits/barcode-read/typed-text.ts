import { decodeUri } from "../../../../lib/text/uri-text.ts";
import { toDownloadName } from "../../../result/download-name.ts";

/** A part of a code's text with its name. */
export interface TextPart {
  title: string;
  value: string;
  /** True: shown only on request. */
  isSecret?: true;
}

/** The kind and the parts of a code's text, in words. */
export interface TypedText {
  /** Its kind, such as "Wi-Fi network". */
  title: string;
  parts: readonly TextPart[];
  /** The address that a link opens, and the link's text. */
  link?: { href: string; label: string };
  /** The file that keeps it. */
  file?: { name: string; type: string; label: string };
}

/** Returns what the text of a code of a type is; undefined for plain text. */
export function readTypedText(type: string, text: string): TypedText | undefined {
  if (/^(ean13|ean8|upca)$/.test(type)) return readGtin(text);
  const [, scheme = "", content = ""] = /^([A-Za-z]+):([^]*)$/.exec(text) ?? [];
  const read = Object.hasOwn(READERS, scheme.toLowerCase()) && READERS[scheme.toLowerCase()];
  return read ? read(content, text) : undefined;
}

type Reader = (content: string, text: string) => TypedText | undefined;

const READERS: Readonly<Record<string, Reader>> = {
  wifi: readWifi,
  mecard: (content) => ({ title: "Contact", parts: readContact(readPairs(content)) }),
  begin: (content, text) => (/^VCARD\b/i.test(content) ? readCard(text) : readEvent(content, text)),
  mailto: (content, href) =>
    createLink("E-mail", decodeUri(content.split("?")[0] ?? ""), { href, label: "Write e-mail" }),
  tel: (content, href) => createLink("Phone number", content, { href, label: "Call" }),
  geo: (content) =>
    createLink("Place", content.split("?")[0], {
      href: `https://www.openstreetmap.org/search?query=${encodeURIComponent(content.split("?")[0] ?? "")}`,
      label: "Open in OpenStreetMap",
    }),
};

function createLink(title: string, value = "", link?: TypedText["link"]): TypedText {
  return { title, parts: [{ title, value }], ...(link && { link }) };
}

/** Reads `NAME:value;` pairs, in which a backslash escapes the next character. */
function readPairs(text: string): Map<string, string> {
  const pairs = text.match(/(?:\\[^]|[^;\\])+/g) ?? [];
  return new Map(
    pairs.map((pair) => {
      const at = pair.indexOf(":");
      const value = pair.slice(at + 1).replaceAll(/\\([^])/g, "$1");
      return [pair.slice(0, Math.max(0, at)).toUpperCase(), value];
    }),
  );
}

const SECURITY: Readonly<Record<string, string>> = { SAE: "WPA3", NOPASS: "None", "": "None" };

function readWifi(content: string): TypedText {
  const pairs = readPairs(content);
  const security = (pairs.get("T") ?? "").toUpperCase();
  const password = pairs.get("P");
  return {
    title: "Wi-Fi network",
    parts: listParts([
      ["Network", pairs.get("S")],
      ["Security", SECURITY[security] ?? security],
      ["Hidden", pairs.get("H")?.toLowerCase() === "true" ? "Yes" : undefined],
    ]).concat(password ? { title: "Password", value: password, isSecret: true } : []),
  };
}

function listParts(parts: readonly (readonly [title: string, value: string | undefined])[]) {
  return parts.flatMap(([title, value]): TextPart[] => (value ? [{ title, value }] : []));
}

/** The properties of vCards and MECARDs by their titles. */
const CONTACT = [
  ["Name", ["FN", "N"]],
  ["Company", ["ORG"]],
  ["Role", ["TITLE"]],
  ["Phone", ["TEL"]],
  ["E-mail", ["EMAIL"]],
  ["Website", ["URL"]],
  ["Address", ["ADR"]],
  ["Note", ["NOTE"]],
] as const;

function readContact(values: ReadonlyMap<string, string>): TextPart[] {
  return listParts(
    CONTACT.map(([title, names]) => {
      const name = names.find((candidate) => values.has(candidate)) ?? "";
      return [title, values.get(name)?.split(/[;,]/).filter(Boolean).join(", ")] as const;
    }),
  );
}

/** Reads the first property of each name, without its parameters (RFC 2426, RFC 5545). */
function readProperties(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of text.replaceAll(/\r?\n[ \t]/g, "").split(/\r?\n/)) {
    const [, name = "", value = ""] = /^(?:[\w-]+\.)?([\w-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? [];
    const plain = value.replaceAll(/\\n/gi, "\n").replaceAll(/\\([^])/g, "$1");
    if (name !== "" && !values.has(name.toUpperCase())) values.set(name.toUpperCase(), plain);
  }
  return values;
}

function readCard(text: string): TypedText {
  const values = readProperties(text);
  const name = toDownloadName(values.get("FN") ?? "") || "contact";
  return {
    title: "Contact",
    parts: readContact(values),
    file: { name: `${name}.vcf`, type: "text/vcard", label: "Save contact (.vcf)" },
  };
}

function readEvent(content: string, text: string): TypedText | undefined {
  if (!/^(VEVENT|VCALENDAR)\b/i.test(content)) return undefined;
  const values = readProperties(text);
  return {
    title: "Event",
    parts: listParts([
      ["Title", values.get("SUMMARY")],
      ["Starts", values.get("DTSTART")],
      ["Ends", values.get("DTEND")],
      ["Place", values.get("LOCATION")],
    ]),
    file: {
      name: `${toDownloadName(values.get("SUMMARY") ?? "") || "event"}.ics`,
      type: "text/calendar",
      label: "Save event (.ics)",
    },
  };
}

/** Returns the parts of an article number; its check digit was verified by the reader. */
function readGtin(text: string): TypedText {
  return {
    title: "Article number (GTIN)",
    parts: [
      { title: "GTIN-14", value: text.padStart(14, "0") },
      { title: "GS1 prefix", value: text.padStart(13, "0").slice(0, 3) },
      { title: "Check digit", value: `${text.slice(-1)}, correct` },
    ],
  };
}

/** Returns the text that represents a code: the name of a network or contact, else the text. */
export function toHeadline(type: string, text: string): string {
  const typed = readTypedText(type, text);
  return (typed && !typed.link && type === "qr" && typed.parts[0]?.value) || text;
}
