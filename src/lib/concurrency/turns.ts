/**
 * Creates a queue that runs one step in each turn of the event loop, or several, so that other
 * connections are served between long steps.
 */
export function createTurns(stepsPerTurn = 1): (step: () => void) => void {
  const waiting: (() => void)[] = [];
  const runNext = () => {
    const steps = waiting.splice(0, stepsPerTurn);
    if (waiting.length > 0) setImmediate(runNext);
    for (const step of steps) step();
  };
  return (step) => {
    if (waiting.push(step) === 1) setImmediate(runNext);
  };
}

const runInTurn = createTurns();

/** Resolves in a turn of the event loop that no other caller gets. */
export function takeTurn(): Promise<void> {
  return new Promise(runInTurn);
}
