import type { JSX } from "preact";
import { Fields } from "../../../form/Fields.tsx";
import type { FormProps } from "../../kit.ts";

/**
 * The form of an agreement. The format is an advanced field, because the page has a button for
 * each.
 */
export function ContractForm({ view, model }: FormProps): JSX.Element {
  return <Fields fields={[...view.fields, ...view.query]} model={model} />;
}
