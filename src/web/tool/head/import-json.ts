import { toValues } from "../../form/values.ts";
import type { PlaygroundState } from "../state.ts";
import type { ToolView } from "../view.ts";

/**
 * Fills the form from a JSON file, the input of the API. Resolves to a sentence when it is not one,
 * else to "".
 */
export async function importJson(
  file: File,
  view: ToolView,
  state: PlaygroundState,
): Promise<string> {
  try {
    const input = JSON.parse(await file.text()) as unknown;
    if (typeof input !== "object" || input === null) return `${file.name} has no JSON object.`;
    if (!view.fields.some(({ name }) => name in input))
      return `${file.name} has none of the fields of this form.`;
    state.replace({ ...toValues(view.fields, input), ...toValues(view.query, {}) });
    return "";
  } catch {
    return `${file.name} is not JSON.`;
  }
}
