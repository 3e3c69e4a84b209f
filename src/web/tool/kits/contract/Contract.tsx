import type { JSX } from "preact";
import { Fields } from "../../../form/Fields.tsx";
import type { FormProps, ResultViewProps } from "../../kit.ts";
import { DocumentResult } from "../document/DocumentResult.tsx";

/**
 * The form of an agreement. The format is an advanced field, because the page has a button for
 * each.
 */
export function ContractForm({ view, model }: FormProps): JSX.Element {
  return <Fields fields={[...view.fields, ...view.query]} model={model} />;
}

/** The agreement, with a note that stays on the page when it is left out of the document. */
export function ContractResult(props: ResultViewProps): JSX.Element {
  return (
    <>
      <DocumentResult {...props} reflows />
      <p class="help advice">
        This is a template, not legal advice. Have a lawyer review it before signing.
      </p>
    </>
  );
}
