/** Returns the text of a style sheet after those that it imports. A sheet in `joined` is left out. */
export declare function joinStyles(file: string, joined: Set<string>): string;

/** Returns styles without comments and without space that means nothing. */
export declare function shortenStyles(text: string): string;
