import type { ComponentType } from "preact";
import type { Values } from "../../../form/values.ts";
import { Rows } from "../../../form/Rows.tsx";
import type { ResultViewProps, ToolKit } from "../../kit.ts";
import { CONTENT_TITLES, QrForm } from "./QrForm.tsx";

/** The members of contents that name them, none of them secret. */
const NAMES = ["ssid", "name", "lastName", "title", "to", "number", "url"];

/** Creates the kit of QR codes. Browsers load the result on demand. */
export const createKit = (Result: ComponentType<ResultViewProps>): ToolKit => ({
  widgets: { list: Rows },
  Form: QrForm,
  Result,
  headline: (_, values) => describeContent(values),
});

/** Returns what a code contains, short: its text, or the kind of its content with its name. */
function describeContent(values: Values): string | undefined {
  const type = values["content.type"] ?? "";
  if (type === "") return values["text"];
  const [name] = NAMES.flatMap((member) => values[`content.${member}`] || []);
  return [CONTENT_TITLES[type] ?? type, name].filter(Boolean).join(": ");
}
