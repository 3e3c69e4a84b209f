import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";

/** Milliseconds between two attempts. */
const PAUSE_MS = 20;

/** As long as Playwright waits, so that a slow machine only takes longer. */
const MAX_WAIT_MS = 30_000;

/**
 * Repeats assertions about asynchronous state until they pass; after 30 s, throws what the last
 * attempt threw.
 */
export async function eventually<T>(attempt: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await setTimeout(PAUSE_MS);
  }
}

/** Resolves when a condition holds. Rejects when it does not within 30 s. */
export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  await eventually(async () => assert.ok(await holds(), `never: ${holds.toString()}`));
}
