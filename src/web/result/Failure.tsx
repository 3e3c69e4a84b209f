import type { JSX } from "preact";
import { idOf } from "../form/FieldView.tsx";
import { labelAt } from "../form/label.ts";
import type { FailureContent } from "../tool/answer.ts";
import type { ToolView } from "../tool/view.ts";

/** One thing that was refused: of a field by its label, with the way to it; else in the API's own words. */
interface Refusal {
  path?: string;
  label?: string;
  text: string;
}

/** What was refused, one by one. */
export function refusalsOf(view: ToolView, { message, errors }: FailureContent): Refusal[] {
  const broken = Object.entries(errors).map(([path, text]) => ({
    path,
    text,
    label: labelAt(view.fields, path),
  }));
  const known = broken.flatMap(({ label, ...one }) =>
    label === undefined ? [] : { ...one, label },
  );
  if (known.length > 0 && known.length === broken.length) return known;
  // Only what is wrong with fields comes as several sentences.
  const sentences = broken.length > 0 ? message.split("; ") : [message];
  return sentences.map((text) => ({ text: text.slice(0, 1).toUpperCase() + text.slice(1) }));
}

/** What was refused, as a list. */
export function Failure({ refusals }: { refusals: readonly Refusal[] }): JSX.Element {
  return (
    <ul class="failure">
      {refusals.map(({ path = "", label, text }) => (
        <li key={path + text}>
          {label !== undefined && <a href={`#${idOf(path)}`}>{label}</a>} {text}
        </li>
      ))}
    </ul>
  );
}
