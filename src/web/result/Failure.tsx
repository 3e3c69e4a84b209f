import type { JSX } from "preact";
import { idOf } from "../form/FieldView.tsx";
import { labelAt } from "../form/label.ts";
import type { FailureContent } from "../tool/answer.ts";
import type { ToolView } from "../tool/view.ts";

/** What was refused: every field by its label, as a way to it; else the API's own sentences. */
export function Failure({ view, content }: FailureProps): JSX.Element {
  const { message, errors } = content;
  const broken = Object.entries(errors).map(([path, problem]) => ({
    path,
    problem,
    label: labelAt(view.fields, path),
  }));
  const isPlain = broken.length === 0 || broken.some(({ label }) => label === undefined);
  return (
    <ul class="failure">
      {isPlain
        ? message.split("; ").map((sentence) => <li key={sentence}>{sentence}</li>)
        : broken.map(({ path, label, problem }) => (
            <li key={path}>
              <a href={`#${idOf(path)}`}>{label}</a> {problem}
            </li>
          ))}
    </ul>
  );
}

interface FailureProps {
  view: ToolView;
  content: FailureContent;
}
