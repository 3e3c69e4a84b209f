import type { JSX } from "preact";
import type { FormProps } from "../../kit.ts";
import { createNextInvoice, findNextNumber } from "./numbering.ts";

/** Starts the invoice after the one in the form, which was exported. */
export function NextInvoice({ model, state }: FormProps): JSX.Element {
  const values = model.values.value;
  return (
    <>
      Downloaded.{" "}
      <button
        type="button"
        class="link"
        onClick={() => state.replace(createNextInvoice(model.values.value, new Date()))}
      >
        Start {findNextNumber(values)}
      </button>
    </>
  );
}
