import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { focusControl } from "../../../form/rows/RowControls.tsx";
import { useSignal } from "../../../shell/signal.ts";
import type { FormProps } from "../../kit.ts";
import { getDetails } from "./details.ts";

/** Frequent application identifiers with their data titles and what a value looks like. */
const IDENTIFIERS: readonly (readonly [ai: string, title: string, format: string])[] = [
  ["00", "SSCC", "18 digits"],
  ["01", "GTIN", "14 digits"],
  ["02", "Content (GTIN of contained items)", "14 digits"],
  ["10", "Batch or lot", "up to 20 characters"],
  ["11", "Production date", "YYMMDD"],
  ["13", "Packaging date", "YYMMDD"],
  ["15", "Best before", "YYMMDD"],
  ["17", "Expiry", "YYMMDD"],
  ["20", "Variant", "2 digits"],
  ["21", "Serial number", "up to 20 characters"],
  ["30", "Variable count", "up to 8 digits"],
  ["37", "Count of contained items", "up to 8 digits"],
  ["240", "Additional product ID", "up to 30 characters"],
  ["310", "Net weight in kg: 3100 to 3105", "6 digits"],
  ["400", "Order number", "up to 30 characters"],
  ["401", "Consignment (GINC)", "up to 30 characters"],
  ["410", "Ship to (GLN)", "13 digits"],
  ["412", "Purchased from (GLN)", "13 digits"],
  ["414", "Location (GLN)", "13 digits"],
  ["420", "Ship to postal code", "up to 20 characters"],
  ["422", "Country of origin", "3 digits"],
  ["8005", "Price per unit", "6 digits"],
  ["8008", "Production date and time", "YYMMDDHH"],
  ["8020", "Payment slip reference", "up to 25 characters"],
];

interface Row {
  ai: string;
  value: string;
}

/**
 * The elements of a GS1 message as rows: identifier, its name, and value. The text is made from
 * them.
 */
export function Gs1Builder({ model, state }: FormProps): JSX.Element {
  const text = model.values.value["text"] ?? "";
  const rows = useSignal(parseRows(text));
  const host = useRef<HTMLFieldSetElement>(null);
  // Incomplete rows are not in the text, so the rows are parsed again only when the text was
  // changed elsewhere.
  if (formatRows(rows.value) !== text && parseRows(text).length > 0) rows.value = parseRows(text);
  const change = (next: Row[]) => {
    rows.value = next;
    model.change({ ...model.values.value, text: formatRows(next) });
  };
  const titles = new Map(
    getDetails(state.lastResult.value?.response)?.elements?.map(({ ai, title }) => [ai, title]),
  );
  const [, wrong] = /AI \((\d+)\)/.exec(model.errors.value["text"] ?? "") ?? [];
  return (
    <fieldset class="group gs1" ref={host}>
      <legend>GS1 elements</legend>
      <Identifiers />
      {rows.value.map((row, index) => (
        <ElementRow
          key={index}
          row={row}
          position={index + 1}
          title={titles.get(row.ai) ?? ""}
          isWrong={wrong === row.ai}
          replace={(...next) => change(rows.value.toSpliced(index, 1, ...next))}
        />
      ))}
      <button
        type="button"
        class="quiet add"
        onClick={() => {
          rows.value = [...rows.value, { ai: "", value: "" }];
          focusControl(host, ".ai");
        }}
      >
        Add element
      </button>
    </fieldset>
  );
}

function Identifiers(): JSX.Element {
  return (
    <datalist id="gs1-identifiers">
      {IDENTIFIERS.map(([ai, title]) => (
        <option key={ai} value={ai}>
          {title}
        </option>
      ))}
    </datalist>
  );
}

interface ElementRowProps {
  row: Row;
  /** Of the row in the list, from 1. */
  position: number;
  /** The title by the API, for identifiers that are not frequent. */
  title: string;
  isWrong: boolean;
  /** Replaces the row by another, or removes it. */
  replace(...next: Row[]): void;
}

function ElementRow({ row, position, title, isWrong, replace }: ElementRowProps): JSX.Element {
  const { ai, value } = row;
  const [, name = title, format] = findIdentifier(ai) ?? [];
  return (
    <div class="element">
      <input
        type="text"
        inputMode="numeric"
        class="ai"
        list="gs1-identifiers"
        aria-label={`Identifier ${position}`}
        placeholder="AI"
        value={ai}
        onInput={({ currentTarget }) =>
          replace({ ai: currentTarget.value.replaceAll(/\D/g, ""), value })
        }
      />
      <input
        type="text"
        aria-label={`Value ${position}`}
        placeholder={format}
        spellcheck={false}
        aria-invalid={isWrong ? "true" : undefined}
        value={value}
        onInput={({ currentTarget }) => replace({ ai, value: currentTarget.value })}
      />
      <button
        type="button"
        class="quiet remove"
        aria-label={`Remove element ${position}`}
        onClick={() => replace()}
      >
        ×
      </button>
      <p class="help">{name}</p>
    </div>
  );
}

/** Finds an identifier by its whole number, or by the part before the decimals (3103). */
function findIdentifier(ai: string): (typeof IDENTIFIERS)[number] | undefined {
  return IDENTIFIERS.find(
    ([prefix]) => prefix === ai || (ai.length === 4 && ai.startsWith("310") && prefix === "310"),
  );
}

/** Parses AI syntax, in which `\(` is a parenthesis of a value. Returns no rows for other texts. */
function parseRows(text: string): Row[] {
  const matches = [...text.matchAll(/\((\d{2,4})\)((?:\\\(|[^(])*)/g)];
  const isWhole = matches.reduce((sum, [all]) => sum + all.length, 0) === text.length;
  if (!isWhole) return [];
  return matches.map(([, ai = "", value = ""]) => ({ ai, value: value.replaceAll("\\(", "(") }));
}

function formatRows(rows: readonly Row[]): string {
  return rows
    .filter(({ ai, value }) => ai !== "" && value !== "")
    .map(({ ai, value }) => `(${ai})${value.replaceAll("(", "\\(")}`)
    .join("");
}
