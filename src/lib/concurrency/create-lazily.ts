/**
 * Returns an object that is created with the first call of one of its methods, which are all
 * asynchronous. Its `close` does nothing before that.
 */
export function createLazily<T extends object>(create: () => Promise<T>): T {
  let created: Promise<T> | undefined;
  const call = async (name: PropertyKey, args: unknown[]) => {
    if (created === undefined && name === "close") return undefined;
    const target = (await (created ??= create())) as Record<
      PropertyKey,
      (...args: unknown[]) => unknown
    >;
    return target[name]?.(...args);
  };
  return new Proxy({} as T, {
    // An object with a method `then` would be called by `await`.
    get: (_, name) => (name === "then" ? undefined : (...args: unknown[]) => call(name, args)),
  });
}
