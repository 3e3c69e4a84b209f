import type { Values } from "../form/values.ts";
import type { SavedParty } from "./saved-parties.ts";

/** Members of an invoice beside the sender's that belong to the sender. */
export const ACCOUNT_MEMBERS = [
  "payment.iban",
  "payment.bic",
  "payment.accountName",
  "payment.terms",
  "payment.upiId",
  "payment.pixKey",
  "logo",
  "logoBackground",
  "accentColor",
];

/** Returns an invoice with the sender's bank account, logo and color, as far as they are saved. */
export function withAccount(values: Values, { members }: SavedParty): Values {
  const saved = ACCOUNT_MEMBERS.flatMap((name) => (members[name] ? [[name, members[name]]] : []));
  return { ...values, ...Object.fromEntries(saved) };
}
