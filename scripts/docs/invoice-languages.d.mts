/** Returns the guide to the languages of invoices. */
export declare function createGuide(): string;
