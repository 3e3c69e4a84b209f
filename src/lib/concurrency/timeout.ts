/**
 * Settles as `work` does, or rejects with the error from `createError` after `ms` milliseconds. The work is not
 * canceled; its later result is ignored.
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
