import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Field } from "../../../form/field.ts";
import { FieldList } from "../../../form/Fields.tsx";
import type { FieldProps } from "../../../form/form-model.ts";
import { Problem } from "../../../form/labels.tsx";
import {
  AddRow,
  Cell,
  getListProps,
  MAX_ROWS,
  RemoveRow,
} from "../../../form/rows/RowControls.tsx";
import { listRows } from "../../../form/values.ts";
import { useSignal } from "../../../shell/signal.ts";
import type { Figures } from "./figures.ts";
import { loadComponents, withComponents } from "./load-components.ts";
import type { RowAction } from "./row-actions.ts";

interface ItemsProps extends FieldProps {
  /** Undefined while the page shows those that the server rendered. */
  figures: Figures | undefined;
}

/**
 * The items of an invoice, each with its amount and buttons to move, duplicate and remove it, and
 * the sums below.
 */
export function Items(props: ItemsProps): JSX.Element {
  const { field, path, model } = props;
  const list = useRef<HTMLFieldSetElement>(null);
  const { item } = field;
  const rows = listRows(model.values.value, path).slice(0, MAX_ROWS);
  const act = async (action: RowAction) => {
    const host = list.current;
    if (host) (await loadComponents()).runRowAction(action, { host, path, model });
  };
  return (
    <fieldset
      class="group items"
      ref={list}
      onPointerOver={() => withComponents()}
      {...getListProps(props)}
    >
      <legend>{field.label}</legend>
      {rows.map((row, index) => (
        <Item
          key={row}
          {...props}
          row={row}
          position={index + 1}
          act={(action) => void act({ ...action, row })}
        />
      ))}
      <Problem path={path} model={model} />
      {item && (
        <AddRow
          {...{ item, path, model }}
          label="Add item"
          onAdded={() => void act({ kind: "focus", row: rows.length })}
        />
      )}
      <span class="unseen" role="status" />
    </fieldset>
  );
}

interface LineOptionsProps extends Omit<FieldProps, "field"> {
  fields: readonly Field[];
}

interface ItemProps extends ItemsProps {
  row: number;
  position: number;
  act(action: Omit<RowAction, "row">): void;
}

function Item({ field, path, model, row, position, figures, act }: ItemProps): JSX.Element {
  const at = `${path}.${row}`;
  const name = `item ${position}`;
  const move = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const isHandle = (event.target as Element).classList.contains("handle");
    if (by === undefined || !(isHandle || event.altKey)) return;
    event.preventDefault();
    act({ kind: "move", by });
  };
  return (
    <div class="item" role="group" aria-label={`Item ${position}`} onKeyDown={move}>
      <RowButton
        kind="handle"
        title="Move"
        name={name}
        onPointerDown={(event) => act({ kind: "drag", event })}
      />
      {listColumns(field, model).map((column) => (
        <Cell
          key={column.name}
          field={column}
          path={`${at}.${column.name}`}
          model={model}
          style={column.name}
        />
      ))}
      <p class="amount">
        <span class="cell-label">Amount</span>
        <Amount text={figures && ` ${figures.lines.get(row) ?? "–"}`} />
      </p>
      <RowButton
        kind="duplicate"
        title="Duplicate"
        name={name}
        onClick={() => act({ kind: "duplicate" })}
      />
      <RemoveRow path={at} name={name} title="Remove" remove={() => act({ kind: "remove" })} />
      <LineOptions fields={field.item?.fields ?? []} path={at} model={model} />
    </div>
  );
}

/** Returns the fields of an item's line. Only delivery notes need no price. */
function listColumns({ item }: Field, { values }: FieldProps["model"]): Field[] {
  const needsPrice = values.value["type"] !== "delivery-note";
  return (item?.fields ?? [])
    .filter(({ advanced }) => !advanced)
    .map((column) => Object.assign({}, column, { required: column.name !== "rate" || needsPrice }));
}

interface RowButtonProps extends Pick<
  JSX.IntrinsicElements["button"],
  "onClick" | "onPointerDown"
> {
  kind: "handle" | "duplicate";
  title: string;
  /** The item's name. */
  name: string;
}

/** A button of an item that needs a script. */
function RowButton({ kind, title, name, ...handlers }: RowButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={`quiet ${kind} scripted`}
      aria-label={`${title} ${name}`}
      title={title}
      {...handlers}
    >
      <span aria-hidden="true" />
    </button>
  );
}

/** Unit, tax and discount of an item, which open once they are used. */
function LineOptions({ fields, path, model }: LineOptionsProps): JSX.Element {
  const isOpen = useSignal(false);
  const options = fields.filter(({ advanced, kind }) => advanced && kind !== "list");
  const isUsed = options.some(({ name }) => model.values.value[`${path}.${name}`]);
  const isShown = isOpen.value || isUsed;
  return (
    <details
      class="more scripted"
      open={isShown || undefined}
      onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
    >
      <summary>Unit, tax, discount</summary>
      {isShown && (
        <div>
          <FieldList fields={options} model={model} path={`${path}.`} />
        </div>
      )}
    </details>
  );
}

/** Hydration leaves an element with this content alone. */
const FROM_SERVER = { dangerouslySetInnerHTML: { __html: "" } };

/**
 * The amount of an item. Its key replaces the element, because its content is no longer the
 * server's.
 */
function Amount({ text }: { text: string | undefined }): JSX.Element {
  return text === undefined ? <span {...FROM_SERVER} /> : <span key="text">{text}</span>;
}

/** The sums of the items as they are filled in. */
export function Sums({ figures }: Pick<ItemsProps, "figures">): JSX.Element {
  if (!figures) return <dl class="sums" aria-label="Totals" {...FROM_SERVER} />;
  return (
    <dl class="sums" aria-label="Totals" key="figures">
      {figures.sums.map(({ label, amount }, index) => (
        <div key={label} class={index === figures.sums.length - 1 ? "due" : undefined}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
