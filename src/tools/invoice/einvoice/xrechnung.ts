import type { Invoice } from "../invoice-model.ts";
import { trimToUndefined } from "./parties.ts";
import { need, type RuleViolation } from "./violation.ts";

/** Lists violations of XRechnung 3.0, which Peppol also requires between German parties. */
export function checkXRechnungRules({ request, taxes }: Invoice): RuleViolation[] {
  const { from, to, payment } = request;
  const isOutside = taxes.some(({ category }) => category === "O");
  return [
    isOutside && { path: ["taxCategory"], rule: "does not take taxCategory O (BT-151)" },
    !trimToUndefined(request.buyerReference) && need("buyerReference", "(BT-10)"),
    !trimToUndefined(payment?.iban) && need("payment.iban", "(BT-84)"),
    !trimToUndefined(from.contactName) && need("from.contactName", "(BT-41)"),
    !trimToUndefined(from.phone) && need("from.phone", "(BT-42)"),
    !trimToUndefined(from.email) && need("from.email", "(BT-43)"),
    !trimToUndefined(from.city) && need("from.city", "(BT-37)"),
    !trimToUndefined(from.postalCode) && need("from.postalCode", "(BT-38)"),
    !trimToUndefined(to.city) && need("to.city", "(BT-52)"),
    !trimToUndefined(to.postalCode) && need("to.postalCode", "(BT-53)"),
    !isSkonto(payment?.terms) &&
      need(
        "payment.terms",
        "(BT-20) whose lines that begin with # are written #SKONTO#TAGE=14#PROZENT=2.00#",
      ),
  ];
}

const SKONTO = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}(#BASISBETRAG=-?\d+\.\d{2})?#$/;

/**
 * Returns true for lines that begin with #, which are cash discounts (BR-DE-18); nothing may follow
 * them.
 */
function isSkonto(terms = ""): boolean {
  const lines = terms.trim().split("\n");
  const first = lines.findIndex((line) => line.trim().startsWith("#"));
  return first === -1
    ? !terms.includes("#")
    : lines.slice(first).every((line) => SKONTO.test(line));
}
