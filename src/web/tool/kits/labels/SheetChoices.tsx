import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { PRESET_SHEETS, type PresetSheet } from "../../../../domain/label-sheet/presets.ts";
import { SheetDrawing } from "./SheetDrawing.tsx";
import { describeSheet } from "./describe-sheet.ts";

/** Finds sheets by words of their name, number, alias or measures. */
export function findSheets(text: string): PresetSheet[] {
  const words = text.toLowerCase().replaceAll("×", "x").split(/\s+/).filter(Boolean);
  return PRESET_SHEETS.filter((sheet) => {
    const { id, name, aliases, columns, rows } = sheet;
    const described = [id, name, ...aliases, describeSheet(sheet), `${columns * rows}`].join(" ");
    const searched = described.toLowerCase().replaceAll("×", "x").replaceAll(" x ", "x");
    return words.every((word) => searched.includes(word));
  });
}

interface SheetChoicesProps {
  sheets: readonly PresetSheet[];
  /** The index of the choice that Enter picks. */
  active: number;
  pick(id: string): void;
}

/** The list of the sheet field. */
export function SheetChoices({ sheets, active, pick }: SheetChoicesProps): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const { children } = list.current as HTMLUListElement;
    children[active]?.scrollIntoView({ block: "nearest" });
  });
  return (
    <div class="sheets">
      {/* The press would move the focus, and with it close the list. */}
      <ul
        id="sheets"
        ref={list}
        role="listbox"
        aria-label="Sheets"
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
      >
        {sheets.map((sheet, index) => (
          <li
            key={sheet.id}
            id={`sheets-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => pick(sheet.id)}
          >
            <SheetDrawing sheet={sheet} />
            <span>
              <b>{sheet.id}</b>{" "}
              {sheet.aliases.length > 0 && <small>{sheet.aliases.join(", ")}</small>}
              <br />
              {describeSheet(sheet)}
            </span>
          </li>
        ))}
      </ul>
      {sheets.length === 0 && <p class="help">No sheet matches. Enter its measures instead.</p>}
    </div>
  );
}
