/**
 * A value or a promise of one. Callers use a plain value without awaiting it, because a turn of the
 * event loop is measurable on every request.
 */
export type MaybePromise<T> = T | Promise<T>;
