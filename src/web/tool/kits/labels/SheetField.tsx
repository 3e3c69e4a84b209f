import type { JSX } from "preact";
import { Problem } from "../../../form/labels.tsx";
import { type FormModel, formatFieldId, setText } from "../../../form/form-model.ts";
import { useCombobox } from "../../../form/combobox/use-combobox.ts";
import { lazyPart } from "../../../shell/lazy-part.tsx";

const parts = () => import("./lazy-components.ts");
const SheetSummary = lazyPart(async () => (await parts()).SheetSummary, { loadOn: "use" });

const ID = formatFieldId("sheet");

/** The sheet: found by its name or number, or measured. */
export function SheetField({ model }: { model: FormModel }): JSX.Element {
  const sheet = model.values.value["sheet"] ?? "";
  const isOwn = sheet.startsWith("{");
  const choose = (next: string) => setText(model, "sheet", next);
  const { text, opened, values, active, pick, inputProps } = useCombobox({
    id: "sheets",
    load: parts,
    find: ({ findSheets }, typed) => findSheets(typed),
    chosen: sheet,
    choose,
    // Sends the typed text as it is, so that the API explains what is wrong with it.
    parse: (typed) => typed || undefined,
  });
  const problem = model.errors.value["sheet"] !== undefined;
  return (
    <div class="field sheet wide">
      <label for={ID}>Sheet</label>
      <div class="sheet-picker">
        <input
          type="text"
          role="combobox"
          id={ID}
          name={isOwn ? undefined : "sheet"}
          autocomplete="off"
          spellcheck={false}
          value={text ?? (isOwn ? "Own measures" : sheet)}
          placeholder={opened ? "Name, number or size" : "avery-l7160"}
          {...inputProps}
          aria-invalid={problem ? "true" : undefined}
          aria-describedby={problem ? `${ID}-problem` : undefined}
        />
        {opened && <opened.SheetChoices ids={values} active={active} pick={pick} />}
      </div>
      <SheetSummary sheet={sheet} choose={choose} />
      <Problem path="sheet" model={model} />
    </div>
  );
}
