import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { Choices } from "../../../form/Choices.tsx";
import type { Field } from "../../../form/field.ts";
import { type FieldProps, type FormModel, setText } from "../../../form/form-model.ts";
import { Problem, SimpleField } from "../../../form/labels.tsx";
import type { Values } from "../../../form/values.ts";
import type { FormProps } from "../../kit.ts";

type SellerGoal = "charge" | "keep";

const GOALS = [
  ["keep", "What do I keep?"],
  ["charge", "What should I charge?"],
] as const;

const PLATFORMS = [
  ["etsy", "Etsy"],
  ["shopify", "Shopify"],
  ["amazon", "Amazon"],
  ["custom", "Other"],
  ["all", "Compare all"],
] as const;

const TARGETS = ["targetMarginPct", "targetProfit"];
const COSTS = ["materialCost", "shippingCharged", "shippingLabel", "otherCosts"];
const PLATFORM_FIELDS = [
  "salesPerMonth",
  "shopifyPlan",
  "amazonCategory",
  "amazonPlan",
  "fbaWeight",
  "customPct",
  "customFixed",
  "offsiteAdsPct",
];

/** The margin that a seller who asks for a price begins with. */
const FIRST_MARGIN = "40";

/** Returns what the form asks: chosen, or with a target the price that reaches it. */
export function getGoal(values: Values): SellerGoal {
  const { goal = "" } = values;
  if (goal === "charge" || goal === "keep") return goal;
  return TARGETS.some((name) => (values[name] ?? "") !== "") ? "charge" : "keep";
}

/** The form of a sale: the question, the platform and the costs. */
export function ProfitForm({ view, model: shared }: FormProps): JSX.Element {
  // The page always shows the calculations, which the API adds on demand.
  const change = (values: Values) => shared.change({ ...values, explain: "true" });
  const model: FormModel = { ...shared, change };
  const values = model.values.value;
  const goal = getGoal(values);
  const named = (names: readonly string[], fieldModel = model) =>
    pickFields(view.fields, names).map((field) => {
      const View = field.name === "amazonCategory" ? Category : SimpleField;
      return <View key={field.name} field={field} path={field.name} model={fieldModel} />;
    });
  return (
    <>
      <input type="hidden" name="explain" value="true" />
      <GoalChoice model={model} goal={goal} />
      <PlatformChoice model={model} />
      {/* A link or a file may have a price and a target: what is sent is shown. */}
      <Part isShown={goal === "keep" || (values["salePrice"] ?? "") !== ""}>
        {named(["salePrice"])}
      </Part>
      <Part isShown={goal === "charge"}>{named(TARGETS, toEitherTarget(model))}</Part>
      {named(COSTS)}
      {named(PLATFORM_FIELDS)}
      <details class="more" open={(values["asOf"] ?? "") !== "" || undefined}>
        <summary>Fees of another day</summary>
        {named(["asOf"])}
      </details>
    </>
  );
}

/** Returns the fields in the order of their names, without the help that repeats their labels. */
function pickFields(fields: readonly Field[], names: readonly string[]): Field[] {
  return names.flatMap((name) => {
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) return [];
    const { help: _help, ...rest } = field;
    const help = HELP[name];
    const label = LABELS[name] ?? field.label;
    // An empty rate is a choice of its own, because an order without an ad has no rate.
    const titles = name === "offsiteAdsPct" ? { "": "No ad", "12": "12%", "15": "15%" } : undefined;
    return [
      { ...rest, label, ...(titles && { titles, unit: "" }), ...(help !== undefined && { help }) },
    ];
  });
}

const LABELS: Readonly<Record<string, string>> = {
  salePrice: "Sale price",
  targetMarginPct: "Target margin",
  targetProfit: "or target profit",
  shippingCharged: "Shipping, paid by the buyer",
  shippingLabel: "Shipping label",
  offsiteAdsPct: "Offsite Ads",
  salesPerMonth: "Sales a month",
  fbaWeight: "Weight, if Amazon ships it",
  customPct: "Fee",
  customFixed: "Fee per sale",
};

/** Rules that do not fit in a label. */
const HELP: Readonly<Record<string, string>> = {
  amazonCategory: "Any other name needs its percentage: Handmade (15%).",
  offsiteAdsPct: "Only if the sale came from an Etsy Offsite Ad.",
  salesPerMonth: "Spreads the price of each plan over your sales.",
  otherCosts: "Packaging, labor and anything else per item.",
};

function GoalChoice({ model, goal }: { model: FormModel; goal: SellerGoal }): JSX.Element {
  const price = useRef("");
  const choose = (next: string) => {
    const { salePrice = "", targetMarginPct = "", targetProfit = "" } = model.values.value;
    const hasTarget = targetMarginPct !== "" || targetProfit !== "";
    if (next === "charge") price.current = salePrice;
    const changes: Values =
      next === "charge"
        ? { salePrice: "", ...(!hasTarget && { targetMarginPct: FIRST_MARGIN }) }
        : { salePrice: price.current || salePrice, targetMarginPct: "", targetProfit: "" };
    model.change({ ...model.values.value, ...changes, goal: next });
  };
  return (
    <Choices
      class="goal scripted"
      legend="Question"
      name="goal"
      options={GOALS}
      chosen={goal}
      onChoose={choose}
    />
  );
}

function PlatformChoice({ model }: { model: FormModel }): JSX.Element {
  return (
    <div class="wide">
      <Choices
        legend="Platform"
        isLabelled
        name="platform"
        options={PLATFORMS}
        chosen={model.values.value["platform"] ?? ""}
        onChoose={(platform) => setText(model, "platform", platform)}
      />
      <Problem path="platform" model={model} />
    </div>
  );
}

/** Returns the model with the other target emptied by a change, because the API takes one. */
function toEitherTarget(model: FormModel): FormModel {
  const change = (next: Values) => {
    const now = model.values.value;
    const changed = TARGETS.find((name) => (next[name] ?? "") !== (now[name] ?? ""));
    const replaced = TARGETS.find((name) => name !== changed) ?? "";
    const isReplaced = changed !== undefined && next[changed] !== "";
    model.change(isReplaced ? { ...next, [replaced]: "" } : next);
  };
  return { ...model, change };
}

/** Fields that a script hides while they do not matter to the question. */
function Part({ isShown, children }: PartProps): JSX.Element {
  return (
    <div class="part" data-inactive={isShown ? undefined : ""}>
      {children}
    </div>
  );
}

interface PartProps {
  isShown: boolean;
  children: ComponentChildren;
}

/** Amazon's category as free text, with the names of the fee table as suggestions. */
function Category({ field, ...props }: FieldProps): JSX.Element {
  const { examples = [], ...input } = field;
  return (
    <SimpleField {...props} field={input} list="categories">
      <datalist id="categories">
        {examples.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </SimpleField>
  );
}
