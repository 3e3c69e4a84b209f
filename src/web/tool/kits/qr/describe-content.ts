import type { Values } from "../../../form/values.ts";

/** The member with the type of content; empty for a text. */
export const TYPE = "content.type";

/** Titles of the types of content, in the order of the choices. */
export const CONTENT_TITLES: Readonly<Record<string, string>> = {
  "": "Link or text",
  wifi: "Wi-Fi",
  contact: "Contact",
  email: "Email",
  sms: "SMS",
  phone: "Phone",
  event: "Event",
  geo: "Location",
  payment: "Payment",
};

/** The members of contents that name them, none of them secret. */
const NAMES = ["ssid", "name", "lastName", "title", "to", "number", "url"];

/** Returns what a code contains, short: its text, or the kind of its content with its name. */
export function describeContent(values: Values): string | undefined {
  const type = values[TYPE] ?? "";
  if (type === "") return values["text"];
  const name = findName(values);
  return [CONTENT_TITLES[type] ?? type, name].filter(Boolean).join(": ");
}

/** Returns the text that a code's file is named after: its text, or "wifi" with the network. */
export function nameContent(values: Values): string | undefined {
  const type = values[TYPE];
  return type ? `${type} ${findName(values) ?? ""}` : values["text"];
}

function findName(values: Values): string | undefined {
  return NAMES.map((member) => values[`content.${member}`]).find(Boolean);
}
