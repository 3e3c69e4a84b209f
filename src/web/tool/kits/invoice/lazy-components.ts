// One file for all, because few visits need them.
export { Rows } from "../../../form/Rows.tsx";
export { InvoiceExports } from "./Exports.tsx";
export { choosePaymentCode } from "./payment-code.ts";
export { hasParties, SavedParties } from "./SavedParties.tsx";
