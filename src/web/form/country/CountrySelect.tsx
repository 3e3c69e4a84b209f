import type { JSX } from "preact";
import { COUNTRY_LETTERS } from "../../../lib/codes/iso3166.ts";
import { type FieldProps, formatFieldId, setText } from "../form-model.ts";
import { Label, Problem } from "../labels.tsx";

/** Codes with their names in English, sorted by name; made with the first select. */
let countries: readonly (readonly [code: string, name: string])[] | undefined;

/** Kosovo's code in electronic invoices, which ISO 3166 does not have. */
const KOSOVO = ["1A", "Kosovo"] as const;

function listCountries() {
  const names = new Intl.DisplayNames("en", { type: "region" });
  const all = Array.from(COUNTRY_LETTERS, (code) => [code, names.of(code) ?? code] as const);
  return [...all, KOSOVO].toSorted(([, left], [, right]) => left.localeCompare(right, "en"));
}

/** The choice of a country by its name. Its value is the code of ISO 3166. */
export function CountrySelect({ field, path, model }: FieldProps): JSX.Element {
  countries ??= listCountries();
  const text = model.values.value[path] ?? "";
  const code = text.trim().toUpperCase();
  const isListed = code === "" || countries.some(([listed]) => listed === code);
  const isWrong = model.errors.value[path] !== undefined;
  return (
    <div class="field choice">
      <Label field={field} path={path} />
      <select
        id={formatFieldId(path)}
        name={path}
        aria-invalid={isWrong ? "true" : undefined}
        aria-describedby={isWrong ? `${formatFieldId(path)}-problem` : undefined}
        onInput={({ currentTarget }) => setText(model, path, currentTarget.value)}
      >
        <option value="" selected={code === ""}>
          Not stated
        </option>
        {!isListed && (
          <option value={text} selected>
            {text}
          </option>
        )}
        {countries.map(([listed, name]) => (
          <option key={listed} value={listed === code ? text : listed} selected={listed === code}>
            {name}
          </option>
        ))}
      </select>
      <Problem path={path} model={model} />
    </div>
  );
}
