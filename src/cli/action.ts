import { ValidationError } from "../lib/errors.ts";

/** An action of a command, such as `list` of `inbox`. */
export interface Action<Call> {
  flags: readonly string[];
  /** Returns false for exit code 1. */
  run(call: Call): Promise<boolean | void>;
}

/** Returns the action of a name; undefined for any other word. */
export function findAction<A>(actions: Readonly<Record<string, A>>, name: string): A | undefined {
  return Object.hasOwn(actions, name) ? actions[name] : undefined;
}

/** Throws a ValidationError for a flag of another action. */
export function requireFlags(values: object, allowed: readonly string[], action: string): void {
  const wrong = Object.keys(values).find((flag) => !allowed.includes(flag));
  if (wrong !== undefined) throw ValidationError.at([`--${wrong}`], `is not a flag of ${action}`);
}
