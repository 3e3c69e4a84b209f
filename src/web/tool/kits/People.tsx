import type { JSX } from "preact";
import type { FieldProps } from "../../form/model.ts";
import { Rows } from "../../form/Rows.tsx";

/** Rows of people: text before numbers, because people are named before they are counted. */
export function People({ field, ...props }: FieldProps): JSX.Element {
  const { item } = field;
  const fields = (item?.fields ?? []).toSorted(
    (one, other) => Number(one.kind === "number") - Number(other.kind === "number"),
  );
  return <Rows {...props} field={item ? { ...field, item: { ...item, fields } } : field} />;
}
