import type { ComponentType } from "preact";
import type { FormModel, Widgets } from "../form/model.ts";
import type { Values } from "../form/values.ts";
import type { ToolResponse } from "./response.ts";
import type { ToolView } from "./view.ts";

/** What a result is shown from. */
export interface ResultViewProps {
  view: ToolView;
  /** The last response that is not an error. */
  response: ToolResponse;
  /** The form that it belongs to. */
  values: Values;
}

/** What a tool's own page adds to the generic one; its bundle is `client/tool-<page>.tsx`. */
export interface ToolKit {
  /** Form controls by the names that the tool's schema uses (`x-widget`). */
  widgets?: Widgets;
  /** The form's fields. Default: from the schema, in its order. */
  Form?: ComponentType<{ view: ToolView; model: FormModel }>;
  /** A panel below the form, of what the page does without the API. It needs a script. */
  Extra?: ComponentType;
  /** The result below warnings and headline. Default: from the response's JSON or media type. */
  Result?: ComponentType<ResultViewProps>;
  /** True: `Result` shows the headline itself. */
  ownHeadline?: boolean;
}

/** The page of tools without a kit. */
export const NO_KIT: ToolKit = {};
