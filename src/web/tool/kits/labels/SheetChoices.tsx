import type { JSX } from "preact";
import { PRESET_SHEETS, type PresetSheet } from "../../../../domain/label-sheet/presets.ts";
import { Listbox } from "../../../form/combobox/Listbox.tsx";
import { SheetDrawing } from "./SheetDrawing.tsx";
import { describeSheet } from "./describe-sheet.ts";

/** Finds the ids of sheets by words of their name, number, alias or measures. */
export function findSheets(text: string): string[] {
  const words = text.toLowerCase().replaceAll("×", "x").split(/\s+/).filter(Boolean);
  return PRESET_SHEETS.filter((sheet) => {
    const { id, name, aliases, columns, rows } = sheet;
    const described = [id, name, ...aliases, describeSheet(sheet), `${columns * rows}`].join(" ");
    const searched = described.toLowerCase().replaceAll("×", "x").replaceAll(" x ", "x");
    return words.every((word) => searched.includes(word));
  }).map(({ id }) => id);
}

interface SheetChoicesProps {
  ids: readonly string[];
  /** The index of the choice that Enter picks. */
  active: number;
  pick(id: string): void;
}

/** The list of the sheet field. */
export function SheetChoices({ ids, ...list }: SheetChoicesProps): JSX.Element {
  return (
    <div class="sheets">
      <Listbox
        {...list}
        id="sheets"
        label="Sheets"
        values={ids}
        render={(id) => PRESET_SHEETS.filter((sheet) => sheet.id === id).map(describeChoice)}
      />
      {ids.length === 0 && <p class="help">No sheet matches. Enter its measures instead.</p>}
    </div>
  );
}

function describeChoice(sheet: PresetSheet): JSX.Element {
  const { id, aliases } = sheet;
  return (
    <>
      <SheetDrawing sheet={sheet} />
      <span>
        <b>{id}</b> {aliases.length > 0 && <small>{aliases.join(", ")}</small>}
        <br />
        {describeSheet(sheet)}
      </span>
    </>
  );
}
