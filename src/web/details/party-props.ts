import type { FieldProps } from "../form/form-model.ts";

/** Props of the choice among saved parties for an object, or for a text that takes their name. */
export interface PartyProps extends FieldProps {
  /** True: the form takes the bank account, logo and color of a sender, too. */
  takesAccount?: boolean;
}
