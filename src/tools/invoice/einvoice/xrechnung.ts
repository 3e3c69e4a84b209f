import type { Invoice } from "../types.ts";
import { filled } from "./parties.ts";

/** A sentence about what a profile needs or does not take, without the profile's name. */
export type Need = string | false | undefined;

/** XRechnung 3.0, and what the same rules ask for between German parties in Peppol. */
export function xrechnungNeeds({ request, lines }: Invoice): Need[] {
  const { from, to, payment } = request;
  const isOutside = lines.some(({ category }) => category === "O");
  return [
    isOutside && "does not take taxCategory O (BT-151)",
    !filled(request.buyerReference) && "needs buyerReference (BT-10)",
    !filled(payment?.iban) && "needs payment.iban (BT-84)",
    !filled(from.contactName) && "needs from.contactName (BT-41)",
    !filled(from.phone) && "needs from.phone (BT-42)",
    !filled(from.email) && "needs from.email (BT-43)",
    !filled(from.city) && "needs from.city (BT-37)",
    !filled(from.postalCode) && "needs from.postalCode (BT-38)",
    !filled(to.city) && "needs to.city (BT-52)",
    !filled(to.postalCode) && "needs to.postalCode (BT-53)",
    !isSkonto(payment?.terms) &&
      "needs payment.terms (BT-20) whose lines that begin with # are written #SKONTO#TAGE=14#PROZENT=2.00#",
  ];
}

const SKONTO = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}(#BASISBETRAG=-?\d+\.\d{2})?#$/;

/** Lines that begin with # are cash discounts (BR-DE-18), and nothing may follow them. */
function isSkonto(terms = ""): boolean {
  const lines = terms.trim().split("\n");
  const first = lines.findIndex((line) => line.trim().startsWith("#"));
  return first === -1
    ? !terms.includes("#")
    : lines.slice(first).every((line) => SKONTO.test(line));
}
