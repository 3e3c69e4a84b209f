// In the page's script, because parts that share it would otherwise each wait for a file with it.
import "../../../shell/Copy.tsx";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import type { Values } from "../../../form/values.ts";
import { Rows } from "../../../form/Rows.tsx";
import type { ToolKit } from "../../kit.ts";
import { CONTENT_TITLES, QrForm } from "./QrForm.tsx";

/** The members of contents that name them, none of them secret. */
const NAMES = ["ssid", "name", "lastName", "title", "to", "number", "url"];

export const kit: ToolKit = {
  widgets: { list: Rows },
  Form: QrForm,
  Result: lazyPart(async () => (await import("./QrResult.tsx")).QrResult),
  headline: (_, values) => describeContent(values),
};

/** Returns what a code contains, short: its text, or the kind of its content with its name. */
function describeContent(values: Values): string | undefined {
  const type = values["content.type"] ?? "";
  if (type === "") return values["text"];
  const [name] = NAMES.flatMap((member) => values[`content.${member}`] || []);
  return [CONTENT_TITLES[type] ?? type, name].filter(Boolean).join(": ");
}
