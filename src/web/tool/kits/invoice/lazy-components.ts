// One file for all, because few visits need them.
export { Rows } from "../../../form/rows/Rows.tsx";
export { openFollowUp } from "./open-follow-up.ts";
export { NextInvoice } from "./NextInvoice.tsx";
export { InvoiceExports } from "./Exports.tsx";
export { choosePaymentCode, setDue } from "./payment-fields.ts";
export { Languages } from "./Languages.tsx";
export { runRowAction } from "./row-actions.ts";
