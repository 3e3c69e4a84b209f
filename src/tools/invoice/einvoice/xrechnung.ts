import type { Invoice } from "../types.ts";
import { trimToUndefined } from "./parties.ts";

/** A sentence about a missing or forbidden member, without the profile's name. False or undefined mean no violation. */
export type Violation = string | false | undefined;

/** Lists violations of XRechnung 3.0, which Peppol also requires between German parties. */
export function checkXRechnungRules({ request, lines }: Invoice): Violation[] {
  const { from, to, payment } = request;
  const isOutside = lines.some(({ category }) => category === "O");
  return [
    isOutside && "does not take taxCategory O (BT-151)",
    !trimToUndefined(request.buyerReference) && "needs buyerReference (BT-10)",
    !trimToUndefined(payment?.iban) && "needs payment.iban (BT-84)",
    !trimToUndefined(from.contactName) && "needs from.contactName (BT-41)",
    !trimToUndefined(from.phone) && "needs from.phone (BT-42)",
    !trimToUndefined(from.email) && "needs from.email (BT-43)",
    !trimToUndefined(from.city) && "needs from.city (BT-37)",
    !trimToUndefined(from.postalCode) && "needs from.postalCode (BT-38)",
    !trimToUndefined(to.city) && "needs to.city (BT-52)",
    !trimToUndefined(to.postalCode) && "needs to.postalCode (BT-53)",
    !isSkonto(payment?.terms) &&
      "needs payment.terms (BT-20) whose lines that begin with # are written #SKONTO#TAGE=14#PROZENT=2.00#",
  ];
}

const SKONTO = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}(#BASISBETRAG=-?\d+\.\d{2})?#$/;

/** Returns true for lines that begin with #, which are cash discounts (BR-DE-18); nothing may follow them. */
function isSkonto(terms = ""): boolean {
  const lines = terms.trim().split("\n");
  const first = lines.findIndex((line) => line.trim().startsWith("#"));
  return first === -1
    ? !terms.includes("#")
    : lines.slice(first).every((line) => SKONTO.test(line));
}
