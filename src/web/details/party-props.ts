import type { FieldProps } from "../form/form-model.ts";

/** Props of the choice among saved parties for an object, or for a text that takes their name. */
export interface PartyProps extends FieldProps {
  /**
   * Details that a form takes of a sender, beside its members. "account": bank account, logo and
   * color; "looks": logo and color.
   */
  takes?: "account" | "looks" | undefined;
}
