// One file for both, because both use the address book.
export { InvoiceExports } from "./Exports.tsx";
export { hasParties, SavedParties } from "./SavedParties.tsx";
