import type { FieldProps } from "../form/form-model.ts";

/** Props of the choice among saved parties for an object, or for a text that takes their name. */
export interface PartyProps extends FieldProps {
  /**
   * What a form takes of a sender besides its members: an invoice bank account, logo and color, a
   * QR code logo and color.
   */
  takes?: "account" | "looks" | undefined;
}
