import { listParties } from "../../../details/saved-parties.ts";
import { readFollowUp } from "../../../ledger/follow-up.ts";
import type { FormProps } from "../../kit.ts";
import { createNextInvoice } from "./numbering.ts";

/**
 * Opens the document that a fragment asks for, and without a fragment the invoice after the one in
 * the form. The form before it comes back with Undo.
 */
export function openFollowUp(hash: string, { view, state, model }: FormProps): void {
  if (hash === "") {
    state.replace(createNextInvoice(model.values.value, new Date()));
    return;
  }
  const values = readFollowUp(view, hash, new Date());
  if (!values) return;
  // Not again after a reload, when the form may have changed.
  history.replaceState(history.state, "", location.pathname);
  const sender = listParties("sender").find(({ name }) => name === values["from.name"]);
  const logo = sender?.members["logo"];
  state.replace(logo === undefined ? values : { ...values, logo });
}
