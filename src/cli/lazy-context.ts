import type { ClosableContext } from "../context.ts";
import { createLazily } from "../lib/concurrency/create-lazily.ts";
import type { Tool } from "../tools/define.ts";

/** Resources that tools read instead of calling them, so that they must be loaded before. */
const DATA = new Set<string>(["fees", "rates"]);

/**
 * Returns the context of a command. A resource is loaded with the first call of one of its methods,
 * which are all asynchronous. Loading takes as long as everything else in a small command, and most
 * calls need none.
 */
export async function createLazyContext({ resources }: Tool): Promise<ClosableContext> {
  let loaded: Promise<ClosableContext> | undefined;
  const load = () =>
    (loaded ??= import("./context.ts").then((module) => module.createCommandContext()));
  if (resources.some((name) => DATA.has(name))) return load();
  const lazy = resources.map((name) => [name, createLazily(async () => (await load())[name])]);
  return {
    now: () => Date.now(),
    // Not imported, because commands without random numbers need no OpenSSL.
    randomInt: (bound: number) => process.getBuiltinModule("node:crypto").randomInt(bound),
    ...(Object.fromEntries(lazy) as Partial<ClosableContext>),
    close: async () => (await loaded)?.close(),
  } as ClosableContext;
}
