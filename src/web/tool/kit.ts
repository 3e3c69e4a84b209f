import type { ComponentType } from "preact";
import type { FormModel, Widgets } from "../form/form-model.ts";
import type { Values } from "../form/values.ts";
import type { ResponseOptions, ToolResponse } from "./response.ts";
import type { PlaygroundState, DisplayedResult } from "./state.ts";
import type { ToolView } from "./view.ts";

/** Props of a tool's form. */
export interface FormProps {
  view: ToolView;
  model: FormModel;
  state: PlaygroundState;
}

/** Props of a result that is edited itself. */
export interface EditorProps {
  view: ToolView;
  state: PlaygroundState;
  /** True: the form has errors since the last result. */
  isStale: boolean;
}

/** Props of a result's exports. */
export interface ExportsProps {
  view: ToolView;
  result: DisplayedResult;
  state: PlaygroundState;
  /** Text that a downloaded image is named after; undefined: the tool. */
  content?: string | undefined;
}

/** Props of a tool's result. */
export interface ResultViewProps {
  view: ToolView;
  /** The last response that is not an error. */
  response: ToolResponse;
  /** The form that it belongs to. */
  values: Values;
  /** The form as it is now, which a result may change. */
  model: FormModel;
}

/**
 * The components of a tool's page. Form and result are required, so that a page with its own does
 * not load the generic ones (`generic-kit.tsx`).
 */
export interface ToolKit extends ResponseOptions {
  /**
   * Form controls by the names that the tool's schema uses (`x-widget`) or by kinds of fields;
   * lists have no other.
   */
  widgets?: Widgets;
  /** The form's fields. */
  Form: ComponentType<FormProps>;
  /** A panel above the form, of what the page does without the API. It needs a script. */
  Lead?: ComponentType;
  /** The result below warnings, with its headline. Default: the generic one, or `Editor`. */
  Result?: ComponentType<ResultViewProps>;
  /** Takes the place of the result, with and without one: it is edited itself. */
  Editor?: ComponentType<EditorProps>;
  /** Returns the headline of a result as a sentence. */
  headline?(response: ToolResponse, values: Values, view: ToolView): string | undefined;
  /** Returns the text that a downloaded image is named after, such as that of a barcode. */
  describe?(response: ToolResponse, values: Values): string | undefined;
  /** Shown until there is a result, instead of a sentence. */
  Empty?: ComponentType;
  /** Shown while a tool that waits for Run is working. */
  Waiting?: ComponentType<{ cancel(): void }>;
  /** True: the result has buttons that choose what is shown, such as the period of a chart. */
  hasControls?: boolean;
  /** True: the exports are above the result, because it is long. */
  exportsFirst?: boolean;
  /** True: the exports are made from the form as it is, and name what it lacks. */
  exportsForm?: boolean;
  /** Exports of the tool's own. Default: those of any tool. */
  Exports?: ComponentType<ExportsProps>;
  /**
   * Drawn on the home page, where the example is not run or shows little when it is small. On the
   * server only.
   */
  Drawing?: ComponentType;
  /** The page below the base path that lists what was made, in place of recent runs. */
  history?: { path: string; title: string };
}
