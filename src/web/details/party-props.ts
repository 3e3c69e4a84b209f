import type { FieldProps } from "../form/form-model.ts";
import type { Values } from "../form/values.ts";
import type { SavedParty } from "./saved-parties.ts";

/** Props of the choice among saved parties for an object, or for a text that takes their name. */
export interface PartyProps extends FieldProps {
  /** Adds what a tool takes of a party beside the object, such as its bank account. */
  complete?: ((values: Values, party: SavedParty) => Values) | undefined;
}
