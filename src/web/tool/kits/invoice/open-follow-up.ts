import { listParties } from "../../../details/saved-parties.ts";
import { readFollowUp } from "../../../ledger/follow-up.ts";
import type { FormProps } from "../../kit.ts";

/** Opens the document that the fragment asks for. The form before it comes back with Undo. */
export function openFollowUp({ view, state }: FormProps): void {
  const values = readFollowUp(view, location.hash, new Date());
  if (!values) return;
  // Not again after a reload, when the form may have changed.
  history.replaceState(history.state, "", location.pathname);
  const sender = listParties("sender").find(({ name }) => name === values["from.name"]);
  const logo = sender?.members["logo"];
  state.replace(logo === undefined ? values : { ...values, logo });
}
