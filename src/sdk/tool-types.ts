import type { Tools } from "./tools.ts";

export type Name = keyof Tools;

/** @deprecated Every tool replies with JSON: use {@link Name}. */
export type JsonName = Name;

/** The input of a tool. Members with a default are optional. */
export type InputOf<N extends Name> = Tools[N]["input"];

export type OutputOf<N extends Name> = Tools[N]["output"];

/** Inputs whose output has members that are optional in other outputs of the tool. */
export type NarrowInputOf<N extends Name> = NarrowOf<N>["input"];

/** The output for such an input. */
export type NarrowOutputOf<N extends Name> = NarrowOf<N>["output"];

type NarrowOf<N extends Name> = Tools[N] extends {
  narrow: infer T extends { input: unknown; output: unknown };
}
  ? T
  : { input: unknown; output: OutputOf<N> };

export interface CallOptions {
  /** Query parameters, such as `{ format: "pdf" }` of the invoice. */
  query?: Record<string, string>;
  signal?: AbortSignal | null;
}
