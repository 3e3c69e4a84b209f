import type { JSX } from "preact";
import { Problem } from "../../../form/labels.tsx";
import { type FormModel, formatFieldId, setText } from "../../../form/form-model.ts";
import { lazyPart } from "../../../shell/lazy-part.tsx";
import { useSignal } from "../../../shell/signal.ts";

const parts = () => import("./lazy-components.ts");
const SheetSummary = lazyPart(async () => (await parts()).SheetSummary, { loadOn: "use" });

const ID = formatFieldId("sheet");

/** Creates the state of a list of sheets that is opened, searched and picked from. */
function useSheetList(sheet: string, choose: (sheet: string) => void) {
  // The text while the list is open; undefined: it is closed.
  const typed = useSignal<string | undefined>(undefined);
  const active = useSignal(0);
  const list = useSignal<Awaited<ReturnType<typeof parts>> | undefined>(undefined);
  const { value: text } = typed;
  const opened = text === undefined ? undefined : list.value;
  const sheets = opened?.findSheets(text ?? "") ?? [];
  const open = (next: string) => {
    typed.value = next;
    active.value = 0;
    void parts()
      .then((loaded) => (list.value = loaded))
      .catch(() => undefined);
  };
  const pick = (id: string | undefined) => {
    typed.value = undefined;
    if (id !== undefined && id !== sheet) choose(id);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && !opened) open("");
    else if (step !== undefined)
      active.value = (active.value + step + sheets.length) % (sheets.length || 1);
    else if (event.key === "Enter" && opened) pick(sheets[active.value]?.id);
    else if (event.key === "Escape" && opened) pick(undefined);
    else return;
    event.preventDefault();
  };
  // Sends the typed text as it is, so that the API explains what is wrong with it.
  const leave = () => pick(text === undefined || text === "" ? undefined : text);
  return { text, opened, sheets, active: active.value, open, pick, press, leave };
}

/** The sheet: found by its name or number, or measured. */
export function SheetField({ model }: { model: FormModel }): JSX.Element {
  const sheet = model.values.value["sheet"] ?? "";
  const isOwn = sheet.startsWith("{");
  const choose = (next: string) => setText(model, "sheet", next);
  const list = useSheetList(sheet, choose);
  const { text, opened, sheets, active } = list;
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
          aria-autocomplete="list"
          aria-expanded={opened !== undefined}
          aria-controls={opened ? "sheets" : undefined}
          aria-activedescendant={sheets.length > 0 ? `sheets-${active}` : undefined}
          aria-invalid={problem ? "true" : undefined}
          aria-describedby={problem ? `${ID}-problem` : undefined}
          onClick={() => text === undefined && list.open("")}
          onInput={({ currentTarget }) => list.open(currentTarget.value)}
          onKeyDown={list.press}
          onBlur={list.leave}
        />
        {opened && <opened.SheetChoices sheets={sheets} active={active} pick={list.pick} />}
      </div>
      <SheetSummary sheet={sheet} choose={choose} />
      <Problem path="sheet" model={model} />
    </div>
  );
}
