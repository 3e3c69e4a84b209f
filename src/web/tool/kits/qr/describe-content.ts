import { formatLabel } from "../../../form/label.ts";
import type { Values } from "../../../form/values.ts";
import type { ToolView } from "../../view.ts";

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

/**
 * Labels of fields that several types share, or whose rule the form shows, by type and name. Their
 * help is left out.
 */
const LABELS: Readonly<Record<string, string>> = {
  "wifi.password": "Password",
  "contact.name": "Full name",
  "contact.title": "Position",
  "contact.url": "Website",
  "event.title": "Title",
  "payment.name": "Payee",
  "payment.text": "Message",
};

/** Returns the label that a member of a content has for the chosen type alone. */
export function getTypeLabel(name: string, values: Values): string | undefined {
  return LABELS[`${values[TYPE]}.${name}`];
}

const CONTENT = "content.";

/** Returns the label of a content's member; the form has no group around them. */
export function formatContentLabel(
  { fields }: ToolView,
  path: string,
  values: Values,
): string | undefined {
  if (!path.startsWith(CONTENT)) return undefined;
  const name = path.slice(CONTENT.length);
  const members = fields.find((field) => field.name === "content")?.fields ?? [];
  return getTypeLabel(name, values) ?? formatLabel(members, name);
}

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
