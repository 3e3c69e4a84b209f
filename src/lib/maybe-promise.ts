/**
 * A value, or a promise of it. Callers use a plain value without a turn of the event loop, because that is measurable on
 * the path of every request.
 */
export type MaybePromise<T> = T | Promise<T>;
