import type { FormModel } from "../../../form/form-model.ts";
import { readTextFile } from "../../../form/read-text-file.ts";
import type { Values } from "../../../form/values.ts";
import { adaptDesign } from "./design.ts";
import { tryParseRows } from "./table.ts";

/** Returns the form with other rows. If they have other columns, the label shows those. */
export function replaceRows(values: Values, rows: string): Values {
  const [table] = tryParseRows(rows);
  const next = { ...values, rows };
  return table ? adaptDesign(next, table.names) : next;
}

/** Takes the rows of a file. Resolves to a sentence when it has none, else to "". */
export async function takeTable(file: File, model: FormModel): Promise<string> {
  try {
    model.change(replaceRows(model.values.value, await readTextFile(file)));
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}
