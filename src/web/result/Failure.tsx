import type { ComponentChildren, JSX } from "preact";
import { capitalize } from "../../lib/text/capitalize.ts";
import { formatFieldId } from "../form/form-model.ts";
import type { FailureContent } from "../tool/response.ts";
import type { PlaygroundState } from "../tool/state.ts";

/** One error: of a field with its label and path, else in the API's own words. */
interface FormError {
  path?: string;
  label?: string;
  text: string;
}

/** Returns the errors of a response, one by one. */
export function listErrors({ message, errors, labels }: FailureContent): FormError[] {
  const all = Object.entries(errors).map(([path, text]) => ({
    path,
    text,
    // A whole sentence needs no label in front.
    label: /^[A-Z]/.test(text) ? "" : labels[path],
  }));
  const labelled = all.flatMap(({ label, ...problem }) =>
    label === undefined ? [] : { ...problem, label },
  );
  if (labelled.length > 0 && labelled.length === all.length) return labelled;
  // Only errors of fields are joined to one message.
  const sentences = all.length > 0 ? message.split("; ") : [message];
  return sentences.map((text) => ({ text: capitalize(text) }));
}

/** Returns true when every error is of an empty field that was not left yet. */
export function isIncomplete(
  { model: { values, errors: fieldErrors } }: PlaygroundState,
  { errors, labels }: FailureContent,
): boolean {
  const isUntouched = (path: string) =>
    labels[path] !== undefined && !values.value[path] && !fieldErrors.value[path];
  const paths = Object.keys(errors);
  return paths.length > 0 && paths.every(isUntouched);
}

/** Returns errors as one text. */
export function formatErrors(errors: readonly FormError[]): string {
  return errors.map(({ label = "", text }) => `${label} ${text}`).join(". ");
}

/** Returns what a line has room for: the only error, or the number of errors. */
export function summarizeErrors(errors: readonly FormError[]): string {
  return errors.length > 1 ? `${errors.length} fields need attention` : formatErrors(errors);
}

/** Errors as a list; each has a link to its field. */
export function Failure({ errors, isCalm, children }: FailureProps): JSX.Element {
  return (
    <div class={isCalm ? "failure calm" : "failure"}>
      <ul>
        {errors.map(({ path = "", label, text }) => (
          <li key={path + text}>
            {label && <a href={`#${formatFieldId(path)}`}>{label}</a>}
            {text.startsWith(":") ? text : ` ${text}`}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

interface FailureProps {
  errors: readonly FormError[];
  /** True: nothing is wrong yet, the form is only incomplete. */
  isCalm: boolean;
  /** A note about the result. */
  children?: ComponentChildren;
}
