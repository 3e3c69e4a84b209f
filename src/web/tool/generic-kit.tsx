import type { JSX } from "preact";
import { Fields } from "../form/Fields.tsx";
import { Group } from "../form/labels.tsx";
import { Rows } from "../form/rows/Rows.tsx";
import { GenericResult } from "../result/GenericResult.tsx";
import { toHeadlineText } from "../result/headline.ts";
import type { FormProps, ToolKit } from "./kit.ts";

/** The fields of a tool's schema in their order, those of the query last. */
export function SchemaForm({ view, model }: FormProps): JSX.Element {
  return (
    <>
      <Fields fields={view.fields} model={model} />
      {view.query.length > 0 && (
        <Group title="Result">
          <Fields fields={view.query} model={model} />
        </Group>
      )}
    </>
  );
}

/** The kit of tools without one of their own: everything is made from schema and response. */
export const GENERIC_KIT: ToolKit = {
  widgets: { list: Rows },
  Form: SchemaForm,
  Result: GenericResult,
  headline: toHeadlineText,
};
