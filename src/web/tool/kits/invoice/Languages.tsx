import type { JSX } from "preact";
import type { Field } from "../../../form/field.ts";
import { FieldView } from "../../../form/Fields.tsx";
import { type FormModel, setText } from "../../../form/form-model.ts";

const SECOND_ID = "second-language";

export interface LanguagesProps {
  field: Field;
  model: FormModel;
  /** The tags of one or two languages with a comma between; empty: the default. */
  value: string;
}

/** The language of the document, and a second one, which is printed beside the first. */
export function Languages({ field, model, value }: LanguagesProps): JSX.Element {
  const { name, options = [], titles = {} } = field;
  const [first = "", second = ""] = (value || "en").split(",");
  // Options are whole values, because that is what a form without scripts posts.
  const pairs = options
    .filter((tag) => tag !== second)
    .map((tag) => [join(tag, second), titles[tag]] as const);
  const paired = {
    ...field,
    options: pairs.map(([pair]) => pair),
    titles: Object.fromEntries(pairs) as Record<string, string>,
  };
  // The value of the props, because hydration begins with that of the server.
  const values = { ...model.values, value: { [name]: value } };
  return (
    <>
      <FieldView
        field={second === "" ? field : paired}
        path={name}
        model={{ ...model, values, errors: { value: model.errors.value } }}
      />
      <div class="field choice scripted">
        <label for={SECOND_ID}>Second language</label>
        <select
          id={SECOND_ID}
          onChange={({ currentTarget }) => setText(model, name, join(first, currentTarget.value))}
        >
          <option value="">None</option>
          {options.map((tag) => (
            <option key={tag} value={tag} selected={tag === second} disabled={tag === first}>
              {titles[tag]}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}

function join(first: string, second: string): string {
  return second === "" ? first : `${first},${second}`;
}
