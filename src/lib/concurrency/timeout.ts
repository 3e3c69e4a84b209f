/**
 * Settles as `work` does, or rejects with the error from `createError` after `ms` milliseconds. The
 * work is not canceled; its later result is ignored. A result that arrived while the event loop was
 * blocked counts as in time.
 */
export async function withTimeout<T>(
  work: Promise<T>,
  ms: number,
  createError: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    // Timers run before I/O: `setImmediate` lets work settle whose result is there already.
    timer = setTimeout(() => setImmediate(() => reject(createError())), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
