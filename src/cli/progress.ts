/** How long nothing is said, and how often then, in milliseconds. */
const EVERY_MS = 1000;

/** Tells on a terminal that work takes its time, once it takes over a second; elsewhere says nothing. */
export async function withProgress<T>(what: string, work: Promise<T>): Promise<T> {
  const { stderr } = process;
  if (!stderr.isTTY) return work;
  let seconds = 0;
  const timer = setInterval(() => stderr.write(`\r${what} … ${++seconds} s`), EVERY_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    // The line is wiped: what stays on the screen is the answer.
    if (seconds > 0) stderr.write("\r\u001b[K");
  }
}
