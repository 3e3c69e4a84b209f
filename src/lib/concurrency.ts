/** Lets at most `most` of the tasks given to it run at once; the others wait in order. */
export function limitConcurrency(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The place goes straight to the next in line, so that nobody slips in between.
      if (next) next();
      else running -= 1;
    }
  };
}
