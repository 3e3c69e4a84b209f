/** Resolves with all values, in their order. `Array.fromAsync` is not in Node 20. */
export async function toArray<T>(values: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}
