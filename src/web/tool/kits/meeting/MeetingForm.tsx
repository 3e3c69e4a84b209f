import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { Choices } from "../../../form/Choices.tsx";
import type { Field } from "../../../form/field.ts";
import { formatFieldId, type FormModel, setText } from "../../../form/form-model.ts";
import { parseNumber } from "../../../form/parse-number.ts";
import { SimpleField } from "../../../form/labels.tsx";
import { Rows } from "../../../form/rows/Rows.tsx";
import type { Values } from "../../../form/values.ts";
import type { FormProps } from "../../kit.ts";

const PAY = [
  ["hour", "Hourly rates"],
  ["year", "Yearly salaries"],
] as const;

/** Frequencies of meetings with their labels. */
const RHYTHMS = [
  ["", "Once"],
  ["250", "Every workday"],
  ["52", "Weekly"],
  ["26", "Every two weeks"],
  ["12", "Monthly"],
] as const;

/** The form of a meeting: its attendees, its duration and its frequency. */
export function MeetingForm({ view, model }: FormProps): JSX.Element {
  const field = (name: string) => view.fields.find((candidate) => candidate.name === name);
  const [people, duration, currency, rhythm] = [
    "attendees",
    "durationMinutes",
    "currency",
    "occurrencesPerYear",
  ].map(field);
  const plain = (candidate: Field | undefined) => {
    if (!candidate) return null;
    const { help: _help, ...rest } = candidate;
    return <SimpleField field={rest} path={candidate.name} model={model} />;
  };
  return (
    <>
      {people && <People field={people} model={model} />}
      {plain(duration)}
      {plain(currency)}
      {rhythm && <Rhythm field={rhythm} model={model} />}
    </>
  );
}

interface MeetingPartProps {
  field: Field;
  model: FormModel;
}

/**
 * Rows of people: text before numbers, because people are named before they are counted, and one
 * kind of pay.
 */
function People({ field, model }: MeetingPartProps): JSX.Element {
  const values = model.values.value;
  const pay = values["pay"] ?? (hasColumn(values, "annualSalary") ? "year" : "hour");
  // A link or a file may have both: what is sent is shown.
  const isMixed = hasColumn(values, "annualSalary") && hasColumn(values, "hourlyRate");
  const last = useRef<{ before: Values; after: Values } | undefined>(undefined);
  const choose = (next: string) => {
    // Back to what it was when nothing else has changed, because converting twice would round.
    const isUndone = last.current?.after === values;
    const after =
      isUndone && last.current ? last.current.before : { ...convertPay(values, next), pay: next };
    last.current = { before: values, after };
    model.change(after);
  };
  const { item, help: _help, ...rest } = field;
  const fields = (item?.fields ?? [])
    .map((member) => (member.name === "count" ? renameField(member, "People") : member))
    .toSorted((member, next) => Number(member.kind === "number") - Number(next.kind === "number"));
  return (
    <div class={isMixed ? "people wide" : `people wide pay-${pay}`}>
      <Choices
        class="scripted"
        legend="Pay"
        name="pay"
        options={PAY}
        chosen={pay}
        onChoose={choose}
      />
      <Rows
        path={field.name}
        model={model}
        field={item ? { ...rest, item: { ...item, fields } } : rest}
      />
    </div>
  );
}

function renameField(field: Field, label: string): Field {
  return { ...field, label };
}

/** Hours that a yearly salary pays for, as the API assumes. */
const HOURS_PER_YEAR = 2080;

/** Returns the values with every rate as a salary, or the other way round. */
function convertPay(values: Values, pay: string): Values {
  const [from, to] =
    pay === "year" ? ["hourlyRate", "annualSalary"] : ["annualSalary", "hourlyRate"];
  const factor = pay === "year" ? HOURS_PER_YEAR : 1 / HOURS_PER_YEAR;
  const changed = Object.entries(values).flatMap(([path, text]) => {
    if (!path.startsWith("attendees.") || !path.endsWith(`.${from}`) || text === "") return [];
    const amount = parseNumber(text);
    // Text that is not a number stays unchanged, so that the API explains its error.
    const converted = Number.isFinite(amount) ? Math.round(amount * factor * 100) / 100 : text;
    return [
      [path, ""],
      [path.replace(from, to), String(converted)],
    ];
  });
  return { ...values, ...(Object.fromEntries(changed) as Values) };
}

/** Returns true when a row has a value in this column. */
function hasColumn(values: Values, name: string): boolean {
  return Object.entries(values).some(
    ([path, text]) => path.startsWith("attendees.") && path.endsWith(`.${name}`) && text !== "",
  );
}

/** The frequency: common ones by name, others as a number. */
function Rhythm({ field, model }: MeetingPartProps): JSX.Element {
  const { name } = field;
  const text = model.values.value[name] ?? "";
  const { help: _help, examples: _examples, ...rest } = field;
  return (
    <div class="wide rhythm">
      <SimpleField field={{ ...rest, label: "Times a year" }} path={name} model={model}>
        <p class="chips scripted" role="group" aria-labelledby={`${formatFieldId(name)}-rhythms`}>
          <span class="unseen" id={`${formatFieldId(name)}-rhythms`}>
            How often
          </span>
          {RHYTHMS.map(([times, title]) => (
            <button
              type="button"
              key={times}
              aria-pressed={text === times}
              onClick={() => setText(model, name, times)}
            >
              {title}
            </button>
          ))}
        </p>
      </SimpleField>
    </div>
  );
}
