/** Key of the parties of all tools. */
export const DETAILS_KEY = "sundry:details";

/** Key of the invoice's address book in releases up to 0.2.1. */
export const OLD_DETAILS_KEY = "sundry:parties:invoice";
