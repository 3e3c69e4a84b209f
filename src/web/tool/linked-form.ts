import type { Values } from "../form/values.ts";
import { fillForm, getExampleValues, type ToolView } from "./view.ts";

/**
 * Returns the form in the URL's fragment: its text, or an input of the API after `input=`.
 * Fragments without `=` are places on the page.
 */
export function readLinkedValues(view: ToolView): Values | undefined {
  const { hash } = location;
  const [, input] = /^#input=(.*)$/s.exec(hash) ?? [];
  if (input !== undefined) return readLinkedInput(view, input);
  return hash.includes("=") ? fillForm(view, hash.slice(1)) : undefined;
}

function readLinkedInput(view: ToolView, text: string): Values | undefined {
  try {
    return getExampleValues(view, JSON.parse(decodeURIComponent(text)) as object);
  } catch {
    // A link that was cut.
    return undefined;
  }
}
