/**
 * Settles as `work` does, or rejects with the error from `createError` when that takes longer than `ms`
 * milliseconds. The work itself goes on: its later result is ignored.
 */
export async function withTimeout<T>(
  work: Promise<T>,
  ms: number,
  createError: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createError()), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
