import { type Issue, ValidationError } from "../../../lib/errors.ts";
import type { QrContentInput, ContentField } from "./schema.ts";

/** A content whose fields `F` are not absent. */
type WithFields<F extends ContentField> = QrContentInput & Required<Pick<QrContentInput, F>>;

/**
 * Returns the content with its fields. Throws ValidationError that names every one of them that is
 * absent or empty.
 */
export function requireFields<const F extends ContentField>(
  content: QrContentInput,
  fields: readonly F[],
): WithFields<F> {
  const missing = fields.filter((field) => content[field] === undefined || content[field] === "");
  if (missing.length === 0) return content as WithFields<F>;
  throw new ValidationError(
    missing.map((field): Issue => ({ path: ["content", field], message: "is required" })),
  );
}

/** Returns an error about one field of the content. */
export function createFieldError(
  field: ContentField | readonly (string | number)[],
  message: string,
) {
  const path = typeof field === "string" ? [field] : field;
  return ValidationError.at(["content", ...path], message);
}
