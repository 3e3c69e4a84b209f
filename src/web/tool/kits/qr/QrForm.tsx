import type { JSX } from "preact";
import { PartySlot } from "../../../details/PartySlot.tsx";
import type { Field } from "../../../form/field.ts";
import { FieldView, Fields } from "../../../form/Fields.tsx";
import { type FormModel, setText } from "../../../form/form-model.ts";
import { Group } from "../../../form/labels.tsx";
import { CONTENT_TITLES, getTypeLabel, TYPE } from "./describe-content.ts";
import { ALL_DAY, getTimeKind, switchAllDay } from "./event-times.ts";
import { Shapes } from "./Shapes.tsx";
import type { ToolView } from "../../view.ts";

/** Members that a type of content requires. Of a payment, those of other standards are hidden. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  wifi: ["ssid", "password"],
  email: ["to"],
  sms: ["number"],
  phone: ["number"],
  event: ["title", "start"],
  geo: ["latitude", "longitude"],
  payment: ["standard", "name", "iban", "upiId"],
};

/** Fields with a place of their own, and parts of the content. */
const COLORS = ["darkColor", "gradientColor", "lightColor"];
const SHAPES = ["moduleShape", "eyeShape"];
const PLACED = new Set(["text", "content", ...COLORS, ...SHAPES]);

/** Returns a field without its examples, because the form starts with one. */
const withoutExamples = (field: Field): Field => ({ ...field, examples: [] });

/** The form of a code: its type of content, the fields of that type, and its style. */
export function QrForm({ view, model }: { view: ToolView; model: FormModel }): JSX.Element {
  const named = (name: string) => view.fields.filter((field) => field.name === name);
  const [content] = named("content");
  const contents = content?.fields ?? [];
  const others = view.fields.filter(({ name }) => !PLACED.has(name));
  return (
    <>
      <ContentTypes model={model} />
      {content && <PartySlot field={content} path="content" model={model} takes="looks" />}
      <Fields fields={named("text").map(withoutExamples)} model={model} />
      {contents.map((field) => (
        <ContentField key={field.name} field={field} model={model} />
      ))}
      <Group title="Appearance">
        <Fields fields={COLORS.flatMap(named)} model={model} />
        {SHAPES.flatMap(named).map((field) => (
          <Shapes key={field.name} field={field} path={field.name} model={model} />
        ))}
        <Fields fields={others} model={model} />
      </Group>
    </>
  );
}

/**
 * The choice of what the code contains. Radio buttons, because those also work without a script.
 */
function ContentTypes({ model }: { model: FormModel }): JSX.Element {
  const chosen = model.values.value[TYPE] ?? "";
  // A link can choose any type, and the form sends it, so the choice always shows it.
  const types = Object.entries({ ...CONTENT_TITLES, [chosen]: CONTENT_TITLES[chosen] ?? chosen });
  return (
    <fieldset class="choices columns">
      <legend class="unseen">Content</legend>
      {types.map(([type, title]) => (
        <label key={type}>
          <input
            type="radio"
            class="unseen"
            name={TYPE}
            value={type}
            checked={type === chosen}
            onChange={() => setText(model, TYPE, type)}
          />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A field of a content, of which some are required by its type. */
function ContentField({ field, model }: { field: Field; model: FormModel }): JSX.Element | null {
  if (field.name === "type") return null;
  const path = `content.${field.name}`;
  const values = model.values.value;
  const isPassword = field.name === "password";
  const isOpen = isPassword && values["content.security"] === "none";
  const required = !isOpen && (REQUIRED[values[TYPE] ?? ""] ?? []).includes(field.name);
  // One line, because a network's password has no line breaks.
  const kind = isPassword ? "text" : getTimeKind(field, values);
  const label = getTypeLabel(field.name, values);
  const { help: _help, ...silent } = field;
  const named = label === undefined ? field : { ...silent, label };
  const ownModel = path === ALL_DAY ? createAllDayModel(model) : model;
  return <FieldView field={{ ...named, kind, required }} path={path} model={ownModel} />;
}

/** The times of an event follow the box that makes it take whole days. */
function createAllDayModel(model: FormModel): FormModel {
  return { ...model, getBase: (path) => switchAllDay(model.getBase(path)) };
}
