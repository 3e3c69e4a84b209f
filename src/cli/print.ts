/** Writes a text to standard output, with a line break at its end. */
export type Print = (text: string) => void;
