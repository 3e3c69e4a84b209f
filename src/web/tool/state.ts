import type { FormModel } from "../form/form-model.ts";
import type { Values } from "../form/values.ts";
import type { Signal } from "../shell/signal.ts";
import type { ToolResponse } from "./response.ts";

/** A result with the form that it belongs to. */
export interface DisplayedResult {
  response: ToolResponse;
  values: Values;
}

/** The state of a tool's page and what its controls do. */
export interface PlaygroundState {
  model: FormModel;
  /** The newest response. */
  response: Signal<ToolResponse | undefined>;
  /** The last result, which stays while newer responses are errors. */
  lastResult: Signal<DisplayedResult | undefined>;
  isWaiting: Signal<boolean>;
  /** The form before it was replaced as a whole; undefined: there is nothing to undo. */
  undo: Signal<Values | undefined>;
  /** Sends the form now, and shows every error of the response. */
  run(): void;
  /** Aborts the request that is under way. */
  cancel(): void;
  /** Replaces the whole form; `undo` brings the old one back. */
  replace(values: Values): void;
  /** Empties the form, and removes the result. */
  clear(): void;
  /** Shows the error of a field that was left. */
  onBlur(path: string): void;
}
