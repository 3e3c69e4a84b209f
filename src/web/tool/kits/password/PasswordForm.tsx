import type { JSX } from "preact";
import { Choices } from "../../../form/Choices.tsx";
import type { Field } from "../../../form/field.ts";
import type { FormModel } from "../../../form/form-model.ts";
import { Checkbox, SimpleField } from "../../../form/labels.tsx";
import { Slider } from "../../../form/Slider.tsx";
import type { Values } from "../../../form/values.ts";
import type { FormProps } from "../../kit.ts";

const TYPES = [
  ["characters", "Password"],
  ["passphrase", "Passphrase"],
  ["pin", "PIN"],
  ["hex", "Hex token"],
  ["base64url", "Base64 token"],
  ["uuid", "UUID"],
] as const;

/**
 * Initial and maximum length of the slider, by type. The number field beside it accepts every
 * length of the API.
 */
const LENGTHS: Readonly<Record<string, { usual: string; max: number }>> = {
  characters: { usual: "16", max: 64 },
  pin: { usual: "6", max: 32 },
  hex: { usual: "32", max: 128 },
  base64url: { usual: "32", max: 128 },
};

const KINDS = ["uppercase", "lowercase", "numbers", "symbols"];
const RULES = ["excludeAmbiguous", "requireEach", "capitalize", "addNumber"];

/** Labels that are shorter than the API's descriptions. */
const LABELS: Readonly<Record<string, string>> = {
  uppercase: "Uppercase A–Z",
  lowercase: "Lowercase a–z",
  numbers: "Numbers 0–9",
  symbols: "Symbols !@#$…",
  excludeAmbiguous: "Leave out I O l o 0 1 |",
  requireEach: "At least one of each kind",
  capitalize: "Capitalize words",
  addNumber: "End with a digit",
  count: "How many",
};

/** The form of a password: its type, its length, and its characters or words. */
export function PasswordForm({ view, model: shared }: FormProps): JSX.Element {
  // The page always shows the strength, which the API adds on demand.
  const change = (values: Values) => shared.change({ ...values, includeEntropy: "true" });
  const model: FormModel = { ...shared, change };
  const type = model.values.value["type"] || "characters";
  const named = (names: readonly string[]) => pickFields(view.fields, names);
  const checkbox = (field: Field) => (
    <Checkbox key={field.name} field={field} path={field.name} model={model} />
  );
  return (
    <>
      <input type="hidden" name="includeEntropy" value="true" />
      <Choices
        legend="Type"
        name="type"
        options={TYPES}
        chosen={type}
        // Each type has a usual length of its own.
        onChoose={(next) => model.change({ ...model.values.value, type: next, length: "" })}
      />
      {named(["length"]).map((field) => (
        <Slider
          key={field.name}
          field={{ ...field, initial: LENGTHS[type]?.usual ?? "" }}
          model={model}
          max={LENGTHS[type]?.max ?? 64}
          title="How many characters"
        />
      ))}
      {named(["words"]).map((field) => (
        <Slider key={field.name} field={field} model={model} max={20} title="How many words" />
      ))}
      {named(["wordlist", "separator"]).map((field) => (
        <SimpleField key={field.name} field={field} path={field.name} model={model} />
      ))}
      <div class="kinds">{named([...KINDS, ...RULES]).map(checkbox)}</div>
      {named(["count"]).map((field) => (
        <SimpleField key={field.name} field={field} path={field.name} model={model} />
      ))}
    </>
  );
}

function pickFields(fields: readonly Field[], names: readonly string[]): Field[] {
  return names.flatMap((name) => {
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) return [];
    const { help: _help, ...rest } = field;
    return [{ ...rest, label: LABELS[name] ?? field.label }];
  });
}
