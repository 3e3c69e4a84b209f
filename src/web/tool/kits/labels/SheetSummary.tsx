import type { JSX } from "preact";
import { type OwnSheet, resolveSheet } from "../../../../domain/label-sheet/resolve-sheet.ts";
import type { Sheet } from "../../../../domain/label-sheet/sheet.ts";
import { roundTo3 } from "../../../../lib/graphics/round.ts";
import { TextEntry } from "../../../form/TextEntry.tsx";
import { describeSheet } from "./describe-sheet.ts";
import { SheetDrawing } from "./SheetDrawing.tsx";

const OWN_DEFAULTS = { columns: 1, rows: 1, left: 0, top: 0, gapX: 0, gapY: 0 };

/** Returns the sheet of a form's text; undefined while it is none. */
export function readSheet(text: string): Sheet | undefined {
  try {
    const measures = text.startsWith("{") ? (JSON.parse(text) as OwnSheet) : undefined;
    return resolveSheet(measures ? { ...OWN_DEFAULTS, ...measures } : text);
  } catch {
    return undefined;
  }
}

interface SheetSummaryProps {
  /** The text of the form. */
  sheet: string;
  choose(sheet: string): void;
}

/** A drawing of the sheet and its measures, which can be changed if they are the form's own. */
export function SheetSummary({ sheet: text, choose }: SheetSummaryProps): JSX.Element {
  const sheet = readSheet(text);
  const isOwn = text.startsWith("{");
  return (
    <div class="sheet-summary">
      <p class="help">
        {sheet && <SheetDrawing sheet={sheet} />}
        <span>{sheet && describeSheet(sheet)}</span>
        <button
          type="button"
          class="quiet scripted"
          onClick={() => choose(isOwn ? DEFAULT_SHEET : formatOwnSheet(sheet))}
        >
          {isOwn ? "Choose a sheet" : "Enter measures"}
        </button>
      </p>
      {isOwn && <Measures text={text} choose={choose} />}
    </div>
  );
}

const DEFAULT_SHEET = "avery-l7160";

/** Returns the measures of a sheet, to begin with, as the text of the form. */
function formatOwnSheet(sheet: Sheet | undefined): string {
  if (!sheet) return JSON.stringify({ page: "A4", columns: 3, rows: 8 });
  const { page, columns, rows, width, height, left, top, pitchX, pitchY } = sheet;
  const gaps = { gapX: roundTo3(pitchX - width), gapY: roundTo3(pitchY - height) };
  return JSON.stringify({ page, columns, rows, width, height, left, top, ...gaps });
}

/** The measures of an own sheet: member, label and unit. */
const MEASURES = [
  ["columns", "Columns", ""],
  ["rows", "Rows", ""],
  ["width", "Label width", "mm"],
  ["height", "Label height", "mm"],
  ["left", "Left margin", "mm"],
  ["top", "Top margin", "mm"],
  ["gapX", "Gap across", "mm"],
  ["gapY", "Gap down", "mm"],
] as const;

/** Measures that follow from the others. */
const AUTOMATIC: ReadonlySet<string> = new Set(["width", "height"]);

type Measured = Record<string, unknown>;

/** The fields of an own sheet. Numbers that are left out have their defaults. */
function Measures({ text, choose }: { text: string; choose(sheet: string): void }): JSX.Element {
  const measures = parseMembers(text);
  const { page = "A4" } = measures;
  const size = typeof page === "object" && page !== null ? (page as Measured) : undefined;
  const set = (member: string, value: unknown) =>
    choose(JSON.stringify({ ...measures, [member]: value }));
  const setSide = (side: string, value: unknown) => set("page", { ...size, [side]: value });
  return (
    <div class="measures" role="group" aria-label="Measures">
      <label>
        Paper
        <select
          onChange={({ currentTarget: { value } }) =>
            set("page", value === "own" ? { width: 100, height: 150 } : value)
          }
        >
          {["A4", "letter", "A5", "A6", "own"].map((paper) => (
            <option key={paper} value={paper} selected={paper === (size ? "own" : page)}>
              {paper === "own" ? "Other size" : paper === "letter" ? "US letter" : paper}
            </option>
          ))}
        </select>
      </label>
      {size &&
        (["width", "height"] as const).map((side) => (
          <Measure
            key={side}
            label={`Paper ${side}`}
            unit="mm"
            value={size[side]}
            set={(value) => setSide(side, value)}
          />
        ))}
      {MEASURES.map(([member, label, unit]) => (
        <Measure
          key={member}
          label={label}
          unit={unit}
          value={measures[member]}
          placeholder={AUTOMATIC.has(member) ? "auto" : "0"}
          set={(value) => set(member, value)}
        />
      ))}
    </div>
  );
}

function parseMembers(text: string): Measured {
  try {
    return JSON.parse(text) as Measured;
  } catch {
    return {};
  }
}

interface MeasureProps {
  label: string;
  unit: string;
  value: unknown;
  placeholder?: string;
  set(value: number | string | undefined): void;
}

function Measure({ label, unit, value, placeholder, set }: MeasureProps): JSX.Element {
  return (
    <label>
      {label} {unit !== "" && <span class="unit">{unit}</span>}
      <TextEntry
        inputMode="decimal"
        placeholder={placeholder}
        value={formatValue(value)}
        enter={(text) => set(toNumber(text))}
      />
    </label>
  );
}

function formatValue(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns other text as it is, so that the API explains what is wrong with it. */
function toNumber(text: string): number | string | undefined {
  const trimmed = text.trim().replace(",", ".");
  if (trimmed === "") return undefined;
  return Number.isFinite(Number(trimmed)) ? Number(trimmed) : text;
}
