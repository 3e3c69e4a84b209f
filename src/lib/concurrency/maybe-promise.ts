/**
 * A value or a promise of one. Callers use a plain value without awaiting it, because a turn of the
 * event loop is measurable on every request.
 */
export type MaybePromise<T> = T | Promise<T>;

/** Calls `next` with a value: in this turn of the event loop, unless it is a promise. */
export function chain<T, R>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
