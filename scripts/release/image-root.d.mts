/** Makes the files that the container image adds to its base, with this program as Node. Returns their folder. */
export declare function buildImageRoot(folder: string, node: string): string;
