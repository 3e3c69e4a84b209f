/** Characters that XML 1.0 cannot contain in any form. */
// oxlint-disable-next-line no-control-regex
export const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export const XML_ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

const SPECIAL = new RegExp(`[&<>"]|${NOT_XML.source}`, "g");

/** Escapes text for XML, and drops characters that XML 1.0 cannot contain. */
export function escapeXml(text: string): string {
  return text.replace(SPECIAL, (character) => XML_ENTITIES[character] ?? "");
}
