import type { JSX } from "preact";
import type { ResultViewProps } from "../../kit.ts";
import { DocumentResult } from "../document/DocumentResult.tsx";

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
