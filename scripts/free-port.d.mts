/** Returns a port on which nothing listens. */
export function findFreePort(): Promise<number>;
/** Returns true when nothing listens on a port of 127.0.0.1. */
export function isFree(port: number): Promise<boolean>;
