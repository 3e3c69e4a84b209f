/** Calls a task `count` times with its index, and returns the results. */
export function repeat<T>(count: number, task: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => task(n));
}
