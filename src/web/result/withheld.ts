import { formatLabel } from "../form/label.ts";
import type { Values } from "../form/values.ts";
import { listSecrets, type ToolView } from "../tool/view.ts";

/** Returns the label of the first secret that the values have and links withhold. */
export function findWithheld({ fields }: ToolView, values: Values): string | undefined {
  const path = listSecrets(fields).find((secret) => values[secret]);
  return path && formatLabel(fields, path)?.split(", ").at(-1)?.toLowerCase();
}
