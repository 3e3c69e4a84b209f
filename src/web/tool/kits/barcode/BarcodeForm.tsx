import type { JSX, TargetedMouseEvent } from "preact";
import { Fields } from "../../../form/Fields.tsx";
import type { Field } from "../../../form/field.ts";
import { setText } from "../../../form/form-model.ts";
import type { Values } from "../../../form/values.ts";
import { Group, SimpleField } from "../../../form/labels.tsx";
import type { ToolResponse } from "../../response.ts";
import type { FormProps } from "../../kit.ts";
import type { ToolView } from "../../view.ts";
import { lazyFields } from "../../../form/lazy-fields.tsx";
import { type BarcodeDetails, getDetails } from "./details.ts";
import { GROUPS, RULES, SAMPLES } from "./type-groups.ts";

const Gs1Builder = lazyFields(async () => (await import("./lazy-components.ts")).Gs1Builder);

/** The type by its picture, the text, for GS1 its elements, and how the symbol looks. */
export function BarcodeForm(props: FormProps): JSX.Element {
  const { view, model, state } = props;
  const { type = "" } = model.values.value;
  // In the default type the elements of a GS1 message would be plain text.
  const change = (next: Values) =>
    model.change(next["text"]?.startsWith("(") ? { ...next, type } : next);
  const named = (name: string) => view.fields.filter((field) => field.name === name);
  const looks = view.fields.filter(({ name }) => name !== "text" && name !== "type");
  const details = getDetails(state.lastResult.value?.response);
  return (
    <>
      {named("type").map((field) => (
        <TypePicker key={field.name} view={view} field={field} model={model} />
      ))}
      {named("text").map((field) => (
        <SimpleField
          key={field.name}
          field={toOneLine(field, type)}
          path="text"
          model={{ ...model, change }}
        >
          <CheckDigit details={details} model={model} failure={state.response.value?.content} />
        </SimpleField>
      ))}
      {type.startsWith("gs1-") && <Gs1Builder {...props} />}
      <Group title="Appearance">
        <Fields fields={looks} model={model} />
      </Group>
      <p class="help other-tool">
        Have a code already? <a href="barcode-read">Scan a picture or use the camera</a>.
      </p>
    </>
  );
}

/** Returns the field of the text with the rule of the type. */
function toOneLine(field: Field, type: string): Field {
  const rule = RULES[type] ?? (type.startsWith("gs1-") ? field.help : "");
  return { ...field, kind: "text", help: rule ?? "", examples: [] };
}

interface CheckDigitProps extends Pick<FormProps, "model"> {
  details: BarcodeDetails | undefined;
  failure: ToolResponse["content"] | undefined;
}

/** The check digit that was added or is right, or a button that corrects a wrong one. */
function CheckDigit({ details, model, failure }: CheckDigitProps): JSX.Element | null {
  const { type = "", text = "" } = model.values.value;
  const problem = failure?.kind === "failure" ? failure.errors["text"] : undefined;
  if (problem === undefined) {
    const isShown = details?.type === type && details.checkDigit !== null;
    return isShown ? <p class="check-digit">{describeCheckDigit(details, text)}</p> : null;
  }
  const [, digit] = /^has check digit .+, expected ([\dX])$/.exec(problem) ?? [];
  if (digit === undefined) return null;
  const corrected = text.trim().slice(0, -1) + digit;
  return (
    <p class="chips scripted">
      <button type="button" onClick={() => setText(model, "text", corrected)}>
        Use {corrected}
      </button>
    </p>
  );
}

/** Returns the sentence about the check digit: whether it was added, or was there and is right. */
function describeCheckDigit({ text, checkDigit }: BarcodeDetails, typed: string): string {
  const isTyped = typed.replaceAll(/\D/g, "") === text.replaceAll(/\D/g, "");
  return `${text}: check digit ${checkDigit}${isTyped ? "" : ", added"}`;
}

interface PickerProps extends Pick<FormProps, "view" | "model"> {
  field: Field;
}

/**
 * The choice of the type. Radio buttons with pictures, because those also work without a script.
 */
function TypePicker({ view, field, model }: PickerProps): JSX.Element {
  const values = model.values.value;
  const chosen = values["type"] ?? "";
  const { options = [], titles = {} } = field;
  const grouped = new Set(GROUPS.flatMap(([, types]) => types));
  const others = [...options, chosen].filter((type) => type !== "" && !grouped.has(type));
  const groups = [...GROUPS, ["Other", [...new Set(others)]] as const];
  const choose = (type: string) => {
    // A sample of the old type would be wrong for most others; a text of the user's own stays.
    const isSample = Object.values(SAMPLES).includes(values["text"] ?? "");
    const text = isSample ? { text: SAMPLES[type] ?? "" } : {};
    model.change({ ...values, type, ...text });
  };
  return (
    <details class="type-picker">
      <summary>
        <span class="unseen">Type: </span>
        <Picture view={view} type={chosen} />
        <b>{titles[chosen] ?? chosen}</b>
        <span class="change">Change type</span>
      </summary>
      {groups.map(
        ([title, types]) =>
          types.length > 0 && (
            <fieldset key={title}>
              <legend>{title}</legend>
              <div>
                {types.map((type) => (
                  <label key={type} onClick={closeByPointer}>
                    <input
                      type="radio"
                      class="unseen"
                      name="type"
                      value={type}
                      checked={type === chosen}
                      onChange={() => choose(type)}
                    />
                    <Picture view={view} type={type} />
                    <span>{titles[type] ?? type}</span>
                  </label>
                ))}
              </div>
            </fieldset>
          ),
      )}
    </details>
  );
}

/**
 * Closes the picker when a pointer chose a type. Keyboards choose while it is open, and close it
 * themselves.
 */
function closeByPointer({ currentTarget, target, detail }: TargetedMouseEvent<HTMLElement>): void {
  const picker = currentTarget.closest("details");
  // The click on the label is followed by one on its radio button.
  if (!picker || detail === 0 || target instanceof HTMLInputElement) return;
  setTimeout(() => {
    picker.open = false;
    picker.querySelector("summary")?.focus();
  });
}

/** A small barcode of a type, from the one file that has them all. */
function Picture({ view, type }: { view: ToolView; type: string }): JSX.Element {
  return (
    <img src={`${view.pagePath}/types.svg#${type}`} alt="" width="96" height="44" loading="lazy" />
  );
}
